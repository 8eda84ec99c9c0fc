/// How the HTML report looks, in light and in dark.
enum HTMLStyle {
  /// The style sheet, with a rule for each standing.
  static var text: String { sheet + Standing.allCases.map(rules).joined(separator: "\n") }

  /// A chosen switch hides every other case, and the sections in which none is left.
  private static func rules(_ standing: Standing) -> String {
    let name = standing.rawValue
    return """
      .\(name) { --hue: var(--\(name)); }
      #show-\(name):checked ~ main .case:not(.\(name)),
      #show-\(name):checked ~ main section:not(.has-\(name)) { display: none; }
      #show-\(name):checked ~ header label[for=show-\(name)] { background: var(--raised); border-color: var(--hue); }
      #show-\(name):focus-visible ~ header label[for=show-\(name)] { outline: 2px solid var(--text); }
      """
  }

  private static let sheet = """
    :root {
      color-scheme: light dark;
      --page: #fbfaf8; --raised: #ffffff; --line: #e3dfd8; --text: #23211e; --quiet: #6b665e;
      --held: #24733f; --failed: #b3261e; --surprising: #b3261e; --tolerated: #8a5a00;
      --known: #8a5a00; --undecided: #7a3e9d; --inapplicable: #77726a; --hue: var(--quiet);
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #161513; --raised: #211f1c; --line: #37332e; --text: #ece8e1; --quiet: #a39d93;
        --held: #7bcf95; --failed: #ff8a80; --surprising: #ff8a80; --tolerated: #f0bd5b;
        --known: #f0bd5b; --undecided: #d3a2ee; --inapplicable: #968f85;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; padding: 2.5rem 1.25rem 4rem; max-width: 68rem; background: var(--page);
      color: var(--text); font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
    h1 { margin: 0; font-size: 2.2rem; line-height: 1.15; letter-spacing: -0.02em; }
    h2 { display: inline; margin: 0 0.5rem 0 0; font-size: 1.1rem; }
    p { margin: 0; }
    .tool, .target, footer, .time, .clause { color: var(--quiet); }
    header .tool { font-size: 0.9rem; letter-spacing: 0.04em; }
    .bar { display: flex; gap: 3px; height: 10px; margin: 1.25rem 0 1rem; }
    .bar span { background: var(--hue); border-radius: 5px; min-width: 10px; }
    input[name=show] { position: absolute; opacity: 0; pointer-events: none; }
    nav { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-bottom: 1.5rem; }
    nav label { cursor: pointer; padding: 0.2rem 0.8rem; border: 1px solid var(--line);
      border-radius: 2rem; font-size: 0.9rem; }
    nav label b { color: var(--hue); }
    #show-all:checked ~ header label[for=show-all] { background: var(--raised); border-color: var(--text); }
    #show-all:focus-visible ~ header label[for=show-all] { outline: 2px solid var(--text); }
    section { margin: 0 0 0.9rem; border: 1px solid var(--line); border-radius: 10px;
      background: var(--raised); }
    section > details > summary { cursor: pointer; padding: 0.7rem 1rem; }
    section ul { margin: 0; padding: 0 1rem 1rem 2.2rem; }
    .count, .verdict { color: var(--hue); }
    .count { display: inline-block; margin-right: 0.6rem; font-size: 0.85rem; }
    .verdict { font-weight: 600; white-space: nowrap; }
    table { width: 100%; table-layout: fixed; border-collapse: collapse; }
    th { padding: 0.3rem 1rem; font-size: 0.8rem; font-weight: 500; text-align: left; color: var(--quiet); }
    td { padding: 0.7rem 1rem; border-top: 1px solid var(--line); vertical-align: top; }
    th:first-child { width: 9rem; }
    th:last-child { width: 6.5rem; }
    .time { white-space: nowrap; font-variant-numeric: tabular-nums; }
    .path, pre, .evidence p { font-family: ui-monospace, monospace; }
    .path { font-size: 0.92rem; font-weight: 600; }
    .path a { color: inherit; text-decoration: none; }
    .path a:hover, .path a:focus-visible { text-decoration: underline; }
    .case:target { background: var(--page); }
    code { font-family: ui-monospace, monospace; font-size: 0.95em; color: var(--text); }
    .file { font-size: 0.8rem; white-space: nowrap; }
    .clause { margin-top: 0.2rem; font-size: 0.9rem; }
    .clause b { font-size: 0.8rem; }
    .clause i { padding: 0 0.4rem; border: 1px solid var(--line); border-radius: 4px; font-size: 0.75rem;
      font-style: normal; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 0.9rem; margin: 0.6rem 0 0;
      padding-left: 0.8rem; border-left: 3px solid var(--hue); }
    dt { color: var(--quiet); }
    dd { margin: 0; white-space: pre-wrap; }
    .evidence { margin-top: 0.6rem; font-size: 0.85rem; }
    .evidence summary { cursor: pointer; color: var(--quiet); }
    .evidence ol { margin: 0.5rem 0 0; padding-left: 1.6rem; }
    .evidence p { font-size: 0.8rem; }
    pre { margin: 0.2rem 0 0.6rem; padding: 0.5rem 0.7rem; overflow-x: auto; border-radius: 6px;
      background: var(--page); font-size: 0.75rem; line-height: 1.4; overflow-wrap: normal; }
    footer { margin-top: 2rem; font-size: 0.85rem; }
    @media (max-width: 40rem) {
      thead { display: none; }
      table, tbody { display: block; }
      tr { display: block; padding: 0.6rem 0; border-top: 1px solid var(--line); }
      td { display: block; border: 0; padding: 0.2rem 1rem; }
      dl { grid-template-columns: 1fr; }
    }
    @media print {
      nav { display: none; }
    }

    """
}
