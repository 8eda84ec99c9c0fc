internal import CommandLineCore
internal import Testing

@Suite struct CompletionTests {
  @Test func `bash finds no fault in its script`() throws {
    let script = Command.sample.completionScript(for: .bash)
    let run = try #require(ShellRun("bash -n", script: script))
    #expect(run.status == 0)
    #expect(run.output == "")
  }

  @Test(arguments: [
    ("", "query save apps completions"), ("qu", "query"), ("x", ""),
    ("query ", "heartRate stepCount"),
    ("query st", "stepCount"), ("query heartRate ", ""), ("query --l", "--limit"),
    ("query --d", "--descending"), ("query --s", "--state"), ("apps ", "add"), ("apps x", ""),
    ("completions ", "bash zsh fish"), ("query --tag ", "sleep sport"), ("query -t sl", "sleep"),
    ("query --tag = sp", "sport"), ("query --tag =", "sleep sport"), ("query --limit ", ""),
    ("query --limit 5 ", "heartRate stepCount"), ("--state there qu", "query"),
    ("query -- --j", ""), ("query --json h", "heartRate"), ("save --", "--help --state"),
    ("query -- he", "heartRate"), ("query -- x ", ""),
  ])
  func `bash offers what may follow`(line: String, offers: String) throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let quoted = (["dyad"] + words).map { "'\($0)'" }.joined(separator: " ")
    let run = try #require(
      ShellRun(
        "bash",
        script: """
          set -u
          \(Command.sample.completionScript(for: .bash))
          COMP_WORDS=(\(quoted))
          COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
          _dyad
          echo "${COMPREPLY[*]-}"
          """))
    #expect(run.output == offers + "\n")
  }

  @Test(arguments: [
    ("apps add --zone ''", "Europe/Berlin|My\\ strap|a:b|a:c"),
    ("apps add --zone Eu", "Europe/Berlin"), ("apps add --zone My", "My\\ strap"),
    ("apps add --zone 'My\\ s'", "My\\ strap"), (#"apps add --zone '"My s'"#, "My strap"),
    ("apps add --zone = Europe/", "Europe/Berlin"), ("apps add --zone a : c", "c"),
    ("apps add --zone a :", "b|c"),
    ("--state there apps add --zone x", "--state there apps add --zone"),
  ])
  func `bash offers what the program tells`(line: String, offers: String) throws {
    let run = try #require(
      ShellRun(
        "bash",
        script: """
          set -u
          dyad() {
            [[ $1 == complete && $2 == zones && $3 == -- ]] || return 1
            shift 3
            printf '%s\\n' Europe/Berlin 'My strap' a:b a:c
            [[ $1 != --state ]] || echo "x$*"
          }
          \(Command.sample.completionScript(for: .bash))
          COMP_WORDBREAKS=$' \\t\\n:='
          COMP_WORDS=(dyad \(line))
          COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
          _dyad
          (IFS='|'; echo "${COMPREPLY[*]-}")
          """))
    let isPassedOn = line.hasPrefix("--state")
    #expect(
      run.output == (isPassedOn ? "x\(offers.replacing(" ", with: "\\ "))" : offers) + "\n")
  }

  @Test func `bash offers files and folders where they belong`() throws {
    let run = try #require(
      ShellRun(
        "bash",
        script: """
          \(Command.sample.completionScript(for: .bash))
          folder=$(mktemp -d) && cd "$folder" && mkdir inner && touch file || exit 1
          for line in "save" "save one" "--state"; do
            COMP_WORDS=(dyad $line '')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _dyad
            printf '%s\\n' "${COMPREPLY[@]}" | sort | tr '\\n' ' '
            echo
          done
          rm -r "$folder"
          """))
    #expect(run.output == "file inner \nfile inner \ninner \n")
  }

  @Test func `zsh finds no fault in its script where it is installed`() {
    let script = Command.sample.completionScript(for: .zsh)
    #expect(script.hasPrefix("#compdef dyad\n"))
    guard let run = ShellRun("zsh -n", script: script) else { return }
    #expect(run.status == 0)
    #expect(run.output == "")
  }

  @Test func `fish finds no fault in its script where it is installed`() {
    let script = Command.sample.completionScript(for: .fish)
    #expect(script.contains("complete -c dyad -f\n"))
    guard let run = ShellRun("fish -n", script: script) else { return }
    #expect(run.status == 0)
    #expect(run.output == "")
  }

  @Test(arguments: Shell.allCases)
  func `every command and option is in every script`(shell: Shell) {
    let script = Command.sample.completionScript(for: shell)
    for word in ["query", "add", "completions", "limit", "descending", "state", "sleep"] {
      #expect(script.contains(word), "\(word)")
    }
  }

  @Test func `the command that prints the scripts reads the shell's name`() throws {
    guard case .run(let parsed) = try Command.sample.parse(["completions", "zsh"]) else {
      Issue.record("help came instead")
      return
    }
    #expect(Shell(rawValue: parsed.required(.shell)) == .zsh)
  }
}
