# Finds folders of a target that use each other: then neither can be understood, or moved, without the other.
# A folder uses another one where one of its files names a type that stands at the top of a file there. Reads
# all files below Sources twice; what is generated, and what lies in no folder of its target, may use all.

function folder_of(file,   parts, count) {
  count = split(file, parts, "/")
  return count > 4 && parts[4] != "Generated" ? parts[1] "/" parts[2] "/" parts[3] SUBSEP parts[4] : ""
}
FNR == 1 {
  isSecond = FILENAME in seen
  seen[FILENAME] = 1
  here = folder_of(FILENAME)
  split(here, place, SUBSEP)
}
here == "" { next }
!isSecond {
  if (!match($0, /^(@[A-Za-z]+(\([^)]*\))? )*((package|public|final|indirect|nonisolated) )*(struct|class|enum|actor|protocol|typealias) [A-Za-z0-9_]+/)) next
  count = split(substr($0, RSTART, RLENGTH), words, " ")
  home[place[1], words[count]] = place[2]
  next
}
{
  sub(/\/\/.*/, "")
  gsub(/"([^"\\]|\\.)*"/, "")
  # What follows a dot is a member.
  gsub(/\.[A-Za-z0-9_]+/, "")
  count = split($0, words, /[^A-Za-z0-9_]+/)
  for (i = 1; i <= count; i++) {
    other = home[place[1], words[i]]
    if (other == "" || other == place[2] || (place[1], place[2], other) in why) continue
    why[place[1], place[2], other] = FILENAME " names " words[i]
    uses[place[1], place[2], other] = 1
    folders[place[1]] = folders[place[1]] " " place[2] " " other
  }
}
END {
  for (target in folders) {
    count = split(folders[target], names, " ")
    for (i = 1; i <= count; i++)
      for (j = 1; j <= count; j++)
        for (k = 1; k <= count; k++)
          if ((target, names[j], names[i]) in uses && (target, names[i], names[k]) in uses)
            uses[target, names[j], names[k]] = 1
    for (key in why) {
      split(key, parts, SUBSEP)
      if (parts[1] == target && (target, parts[3], parts[2]) in uses)
        printf "%s: %s uses %s, which uses it as well: %s\n", target, parts[2], parts[3], why[key] | "LC_ALL=C sort"
    }
  }
}
