// swift-tools-version: 6.2

import PackageDescription

let house: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// The simulation can switch rules off to show that it notices; no other build has the switches.
let deliberateBugs: [SwiftSetting] =
  Context.environment["DYAD_DELIBERATE_BUGS"] == "1" ? [.define("DELIBERATE_BUGS")] : []

/// A library target of ours: one sentence in the guide's table of layers, `package` access throughout.
func library(
  _ name: String, on dependencies: [Target.Dependency] = [], resources: [Resource] = [],
  linking libraries: [String] = [], at path: String? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, resources: resources, swiftSettings: house,
    linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A C library as pkg-config names it, from a package of Debian.
func system(_ name: String, as config: String?, from package: String) -> Target {
  .systemLibrary(name: name, pkgConfig: config, providers: [.apt([package])])
}

func program(_ name: String, on others: [Target.Dependency], at path: String? = nil) -> Target {
  .executableTarget(name: name, dependencies: others, path: path, swiftSettings: house)
}

/// The targets of a folder of `Sources`; `Tools/check-boundaries` has the order of the folders.
func layer(_ folder: String, _ targets: [Target]) -> [Target] {
  for target in targets { target.path = "Sources/\(folder)/\(target.name)" }
  return targets
}

func tests(
  of name: String, with others: [Target.Dependency] = [], without excluded: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + others, exclude: excluded,
    swiftSettings: house)
}

/// C libraries, named to the compiler.
let libraries = layer(
  "Libraries",
  [
    system("CSQLite", as: "sqlite3", from: "libsqlite3-dev"),
    system("CProtobufC", as: "libprotobuf-c", from: "libprotobuf-c-dev"),
    system("CUV", as: "libuv", from: "libuv1-dev"),
    system("COpenSSL", as: "openssl", from: "libssl-dev"),
    system("CNGHTTP2", as: "libnghttp2", from: "libnghttp2-dev"),
    system("CZlib", as: "zlib", from: "zlib1g-dev"),
    system("CXML2", as: "libxml-2.0", from: "libxml2-dev"),
    system("CSodium", as: "libsodium", from: "libsodium-dev"),
    system("CQREncode", as: "libqrencode", from: "libqrencode-dev"),
    // Its pkg-config file has a flag that SwiftPM warns about at every build.
    system("CAvahi", as: nil, from: "libavahi-client-dev"),
    .systemLibrary(name: "CLinux"),
    .target(name: "CDyadMessages", dependencies: ["CProtobufC"]),
    .target(name: "CSQLiteTables", dependencies: ["CSQLite"]),
  ])

/// What the machine offers, as safe Swift.
let machine = layer(
  "Machine",
  [
    library("SystemCore", on: ["CLinux", "CUV"]),
    library("SQLiteCore", on: ["CSQLite", "CSQLiteTables"]),
    library("TLSCore", on: ["COpenSSL"]),
    library("HTTP2Core", on: ["CNGHTTP2"]),
    library("ServiceDiscovery", on: ["CAvahi"]),
    library("QRCodes", on: ["CQREncode"]),
    library("XMLCore", on: ["CXML2"]),
    library("ArchiveCore", on: ["CZlib", "SystemCore"]),
    library("RingDrawing", on: ["ArchiveCore"]),
  ])

/// Values and rules.
let values = layer(
  "Values",
  [
    // Rounding is a call into libm, which only Foundation would link by itself.
    library("HealthModel", linking: ["m"]),
    library("HealthCodec", on: ["HealthModel", "CDyadMessages", "CProtobufC"]),
    .target(
      name: "SyncCore", dependencies: ["HealthModel"], swiftSettings: house + deliberateBugs),
    library("ProtobufWire"),
    library("Pairing", on: ["CSodium", "HealthModel", "ProtobufWire", "TLSCore"]),
    library("CalendarEdges", on: ["CommandLineCore", "SystemCore"]),
    library("CommandLineCore"),
    library("ClinicalDocuments", on: ["CommandLineCore", "HealthModel", "XMLCore"]),
  ])

/// Calls between processes.
let calls = layer(
  "Calls",
  [
    library("RPCCore"),
    library("RPCHTTP2", on: ["CZlib", "HTTP2Core", "RPCCore", "SystemCore", "TLSCore"]),
    library(
      "DyadServices",
      on: ["CommandLineCore", "HealthCodec", "HealthModel", "RPCCore", "ProtobufWire"],
      resources: [.embedInCode("Descriptors")]),
    library("DynamicMessages", on: ["ProtobufWire", "CommandLineCore"]),
  ])

/// Keeping samples.
let store = layer(
  "Store",
  [
    library(
      "HealthStorage", on: ["HealthModel", "HealthCodec", "SQLiteCore", "SyncCore"],
      resources: [.embedInCode("Schema")]),
    library(
      "LocalStore",
      on: [
        "ClinicalDocuments", "HealthModel", "HealthCodec", "HealthStorage", "SQLiteCore",
        "SyncCore", "SystemCore",
      ]),
    library(
      "StoreAccess",
      on: [
        "DyadServices", "HealthCodec", "HealthModel", "HealthStorage", "LocalStore", "RPCCore",
        "RPCHTTP2", "SystemCore",
      ]),
  ])

/// What every part of the daemon stands on.
let daemonBase: [Target.Dependency] = [
  "DyadServices", "HealthModel", "HealthStorage", "LocalStore", "NodeLog", "Pairing", "RPCCore",
  "RPCHTTP2", "SystemCore", "TLSCore",
]

/// The daemon, apart from its main.
let node = layer(
  "Node",
  [
    library("NodeLog", on: ["CommandLineCore", "HealthModel", "RPCHTTP2", "SystemCore"]),
    library("NodeTrust", on: daemonBase + ["ProtobufWire"]),
    library("NodeSync", on: daemonBase + ["HealthCodec", "NodeTrust", "ProtobufWire", "SyncCore"]),
    library(
      "NodeApps",
      on: daemonBase + [
        "CalendarEdges", "CommandLineCore", "HealthCodec", "NodeSync", "NodeTrust",
        "ProtobufWire", "SyncCore",
      ]),
    library(
      "NodeKit",
      on: daemonBase + ["CommandLineCore", "NodeApps", "NodeSync", "NodeTrust", "SyncCore"]),
  ])

/// The judge: it shares nothing with what it judges but the system.
let judge = layer(
  "Judge",
  [
    library(
      "ConformanceWire", on: ["CNGHTTP2", "COpenSSL", "SystemCore"],
      resources: [.embedInCode("Protocol")]),
    library(
      "ConformanceKit", on: ["ConformanceWire", "CSodium", "SystemCore"],
      resources: [.embedInCode("Protocol")]),
    library(
      "ConformanceCases",
      on: ["ConformanceKit", "ConformanceWire", "SystemCore"]),
    program(
      "dyad-conformance",
      on: ["CommandLineCore", "ConformanceCases", "ConformanceKit", "SystemCore"]),
  ])

/// Apple's API, and programs.
let edges = layer(
  "Edges",
  [
    // Apple's API and what files that use it import beside it: the only targets with Foundation.
    library(
      "HealthKit",
      on: [
        "ClinicalDocuments", "HealthCodec", "HealthModel", "HealthStorage", "LocalStore", "RPCCore",
        "CoreLocation", "RingDrawing", "StoreAccess", "SystemCore", "XMLCore",
      ], linking: ["_FoundationICU"]),
    library("CoreLocation"),
    library("OSLog", on: ["os"]),
    library("os"),
    library(
      "HealthExchange",
      on: [
        "ArchiveCore", "CommandLineCore", "HealthCodec", "HealthModel", "SQLiteCore", "StoreAccess",
        "SystemCore", "XMLCore",
      ]),
    library(
      "StoreTables",
      on: [
        "CalendarEdges", "CommandLineCore", "HealthExchange", "HealthModel", "LocalStore",
        "SQLiteCore", "StoreAccess", "SystemCore",
      ]),
    library("DyadSQLite", on: ["SQLiteCore", "StoreTables"]),
    library(
      "DyadCommands",
      on: [
        "ArchiveCore", "CalendarEdges", "ClinicalDocuments", "CommandLineCore", "DynamicMessages",
        "DyadServices", "HealthCodec", "HealthExchange", "HealthModel", "HealthStorage",
        "LocalStore", "Pairing", "ProtobufWire", "QRCodes", "RingDrawing", "StoreAccess", "RPCCore",
        "RPCHTTP2", "ServiceDiscovery", "SQLiteCore", "StoreTables", "SystemCore", "TLSCore",
        "XMLCore",
      ]),
    program("dyadd", on: ["CommandLineCore", "NodeKit"]),
    program("dyad", on: ["CommandLineCore", "DyadCommands"]),
    program("dyad-pair", on: ["CommandLineCore", "DyadCommands"]),
  ])

/// Tests, and what only they use.
let forTests: [Target] = [
  .target(name: "CFaultVFS", dependencies: ["CSQLite"], path: "Tests/CFaultVFS"),
  library("TestSupport", on: ["CFaultVFS"], at: "Tests/TestSupport"),
  tests(of: "TestSupport", with: ["SQLiteCore"]),
  tests(of: "HealthModel", with: ["TestSupport"]),
  tests(of: "HealthCodec", with: ["HealthModel", "CDyadMessages", "CProtobufC", "TestSupport"]),
  tests(
    of: "HealthKit",
    with: [
      "CoreLocation", "HealthModel", "HealthStorage", "StoreAccess", "TestSupport", "dyad", "dyadd",
      "fitness",
    ],
    without: ["symbols.tsv"]),
  // Compiled as somebody else's code is, without the settings of ours.
  .executableTarget(
    name: "fitness", dependencies: ["HealthKit"], path: "Tools/examples/FitnessTracker"),
  tests(of: "os", with: ["OSLog"]),
  tests(of: "CoreLocation"),
  tests(of: "SQLiteCore", with: ["TestSupport"]),
  tests(of: "SystemCore", with: ["TestSupport"]),
  tests(
    of: "HealthStorage",
    with: ["HealthCodec", "HealthModel", "SQLiteCore", "SyncCore", "TestSupport"]),
  .testTarget(
    name: "HealthStorageReadingTests",
    dependencies: [
      "HealthCodec", "HealthModel", "HealthStorage", "SQLiteCore", "SyncCore", "TestSupport",
    ], swiftSettings: house),
  tests(
    of: "LocalStore",
    with: [
      "ClinicalDocuments", "HealthModel", "HealthStorage", "SQLiteCore", "SyncCore", "SystemCore",
      "TestSupport", "store-writer",
    ]),
  program(
    "store-writer", on: ["HealthModel", "HealthStorage", "LocalStore"], at: "Tests/store-writer"),
  tests(of: "SyncCore", with: ["HealthModel", "SyncSimulation"]),
  .target(
    name: "SyncSimulation",
    dependencies: [
      "HealthModel", "HealthCodec", "HealthStorage", "RPCCore", "RPCInProcess", "SQLiteCore",
      "SyncCore", "TestSupport",
    ],
    path: "Tests/SyncSimulation",
    exclude: [
      "Model/export-schedules", "Model/further.txt", "Model/schedules.txt", "Model/shortest.txt",
      "Model/sync_model.py", "Schedules/bugs.txt", "Schedules/found.txt",
    ],
    swiftSettings: house + deliberateBugs),
  .testTarget(
    name: "SyncSimulationTests",
    dependencies: [
      "HealthCodec", "HealthModel", "HealthStorage", "RPCCore", "SQLiteCore", "SyncCore",
      "SyncSimulation", "TestSupport",
    ],
    swiftSettings: house + deliberateBugs),
  .executableTarget(
    name: "dyad-simulate", dependencies: ["CommandLineCore", "SyncSimulation"],
    path: "Tests/dyad-simulate", swiftSettings: house + deliberateBugs),
  program(
    "dyad-bench",
    on: [
      "CommandLineCore", "CXML2", "DyadServices", "HealthExchange", "HealthModel", "HealthCodec",
      "HealthKit", "HealthStorage", "LocalStore", "RPCCore", "RPCHTTP2", "SQLiteCore",
      "StoreAccess", "StoreTables", "CalendarEdges", "SyncCore", "SystemCore", "TLSCore",
      "TestSupport",
    ], at: "Tests/dyad-bench"),
  tests(of: "TLSCore", with: ["COpenSSL", "TestSupport"]),
  tests(of: "HTTP2Core", with: ["PeerSupport", "TestSupport"]),
  tests(of: "ProtobufWire", with: ["TestSupport"]),
  tests(
    of: "Pairing", with: ["CSodium", "HealthModel", "ProtobufWire", "TLSCore", "TestSupport"]),
  tests(of: "QRCodes", with: ["TestSupport"]),
  tests(of: "RingDrawing", with: ["ArchiveCore", "TestSupport"]),
  tests(of: "ArchiveCore", with: ["SystemCore", "TestSupport"]),
  tests(of: "XMLCore", with: ["TestSupport"]),
  tests(of: "ClinicalDocuments", with: ["TestSupport", "XMLCore"]),
  tests(
    of: "HealthExchange",
    with: [
      "ArchiveCore", "CommandLineCore", "HealthModel", "LocalStore", "SQLiteCore", "StoreAccess",
      "SystemCore", "TestSupport",
    ]),
  tests(
    of: "StoreTables",
    with: [
      "CalendarEdges", "HealthModel", "LocalStore", "SQLiteCore", "StoreAccess", "SystemCore",
      "TestSupport",
    ]),
  tests(of: "CalendarEdges", with: ["CommandLineCore", "SystemCore", "TestSupport"]),
  tests(of: "ServiceDiscovery", with: ["PeerSupport", "TestSupport", "discovery-peer"]),
  program(
    "discovery-peer", on: ["CommandLineCore", "ServiceDiscovery"], at: "Tests/discovery-peer"),
  tests(
    of: "ConformanceKit",
    with: [
      "CommandLineCore", "ConformanceCases", "ConformanceWire", "SystemCore", "TestSupport",
      "dyad-conformance", "dyadd",
    ]),
  tests(of: "DynamicMessages", with: ["CommandLineCore", "ProtobufWire", "TestSupport"]),
  tests(of: "RPCCore", with: ["RPCInProcess", "TestSupport"]),
  library("RPCInProcess", on: ["RPCCore"], at: "Tests/RPCInProcess"),
  tests(of: "RPCInProcess", with: ["RPCCore", "TestSupport"]),
  tests(
    of: "RPCHTTP2",
    with: ["HTTP2Core", "PeerSupport", "RPCCore", "SystemCore", "TLSCore", "TestSupport"]),
  tests(
    of: "DyadServices",
    with: [
      "HealthCodec", "HealthModel", "ProtobufWire", "RPCCore", "RPCInProcess", "TestSupport",
    ]),
  tests(
    of: "StoreAccess",
    with: [
      "DyadServices", "HealthCodec", "HealthModel", "HealthStorage", "LocalStore", "RPCCore",
      "RPCHTTP2", "RPCInProcess", "SystemCore", "TestSupport", "dyadd",
    ]),
  tests(
    of: "NodeKit",
    with: [
      "CommandLineCore", "DyadServices", "HealthCodec", "HealthModel", "HealthStorage",
      "LocalStore", "NodeApps", "NodeLog", "NodeSync", "NodeTrust", "Pairing", "PeerSupport",
      "ProtobufWire", "StoreAccess", "RPCCore", "RPCHTTP2", "RPCInProcess", "SQLiteCore",
      "SyncCore", "SystemCore", "TLSCore", "TestSupport", "dyad", "dyad-pair", "dyadd",
    ]),
  .testTarget(
    name: "InteropTests",
    dependencies: ["SystemCore", "TLSCore", "TestSupport", "rpc-interop"],
    swiftSettings: house),
  library("PeerSupport", at: "Tests/PeerSupport"),
  program(
    "rpc-interop",
    on: [
      "CommandLineCore", "DyadServices", "ProtobufWire", "RPCCore", "RPCHTTP2", "SystemCore",
      "TLSCore",
    ], at: "Tests/rpc-interop"),
  tests(of: "CommandLineCore", with: ["TestSupport", "secret-reader"]),
  program("secret-reader", on: ["CommandLineCore"], at: "Tests/secret-reader"),
  tests(
    of: "DyadCommands",
    with: [
      "CalendarEdges", "CommandLineCore", "DyadServices", "HealthCodec", "HealthExchange",
      "HealthModel", "HealthStorage", "LocalStore", "Pairing", "PeerSupport", "ProtobufWire",
      "StoreAccess", "RPCCore", "RPCHTTP2", "ServiceDiscovery", "SQLiteCore", "SystemCore",
      "TLSCore", "TestSupport",
    ]),
]

let package = Package(
  name: "dyad",
  products: ["HealthKit", "os", "OSLog", "CoreLocation"].map { .library(name: $0, targets: [$0]) }
    + ["dyad", "dyad-pair", "dyadd", "dyad-conformance"].map {
      .executable(name: $0, targets: [$0])
    } + [.library(name: "dyad-sqlite", type: .dynamic, targets: ["DyadSQLite"])],
  targets: [libraries, machine, values, calls, store, node, judge, edges, forTests].flatMap { $0 },
  swiftLanguageModes: [.v6]
)

// Fuzzers link libFuzzer's main, so they exist only where `Tools/fuzz` asks for them.
if Context.environment["DYAD_FUZZ"] == "1" {
  func fuzzer(_ name: String, of dependencies: [Target.Dependency], at path: String) -> Target {
    .executableTarget(
      name: name, dependencies: dependencies, path: path,
      swiftSettings: house + [.unsafeFlags(["-parse-as-library"])])
  }
  package.targets += [
    fuzzer("codec-fuzz", of: ["HealthModel", "HealthCodec"], at: "Tests/Fuzz/Sources"),
    fuzzer("http2-fuzz", of: ["HTTP2Core"], at: "Tests/Fuzz/HTTP2/Sources"),
    fuzzer(
      "exchange-fuzz",
      of: [
        "ArchiveCore", "ClinicalDocuments", "HealthExchange", "HealthModel", "SystemCore",
        "TestSupport", "XMLCore",
      ], at: "Tests/Fuzz/Exchange/Sources"),
    fuzzer("rpc-fuzz", of: ["RPCCore"], at: "Tests/Fuzz/RPC/Sources"),
  ]
}
