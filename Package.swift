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
let hasBugs = Context.environment["DYAD_DELIBERATE_BUGS"] == "1"
let simulated = house + (hasBugs ? [.define("DELIBERATE_BUGS")] : [])

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

/// Tests of one target, with what all tests use.
func tests(
  of target: String, named name: String? = nil, with others: [Target.Dependency] = [],
  without excluded: [String] = [], settings: [SwiftSetting] = house
) -> Target {
  .testTarget(
    name: "\(name ?? target)Tests",
    dependencies: [.init(stringLiteral: target), "TestSupport"] + others,
    exclude: excluded, swiftSettings: settings)
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
    .target(name: "CPQ"),
  ])

/// What the machine offers, as safe Swift.
let machine = layer(
  "Machine",
  [
    library("SystemCore", on: ["CLinux", "CUV"]),
    library("SQLiteCore", on: ["CSQLite", "CSQLiteTables"]),
    library("PostgresCore", on: ["CPQ"]),
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
    .target(name: "SyncCore", dependencies: ["HealthModel"], swiftSettings: simulated),
    library("ProtobufWire"),
    library("Pairing", on: ["CSodium", "HealthModel", "ProtobufWire", "TLSCore"]),
    library("TextFormats"),
    library("CalendarEdges", on: ["SystemCore", "TextFormats"]),
    library("CommandLineCore", on: ["TextFormats"]),
    library("ClinicalDocuments", on: ["HealthModel", "TextFormats", "XMLCore"]),
  ])

/// Calls between processes.
let calls = layer(
  "Calls",
  [
    library("RPCCore"),
    library(
      "RPCHTTP2",
      on: ["CZlib", "HTTP2Core", "RPCCore", "SystemCore", "TextFormats", "TLSCore"]),
    library(
      "DyadServices",
      on: ["HealthCodec", "HealthModel", "RPCCore", "ProtobufWire", "SystemCore", "TextFormats"],
      resources: [.embedInCode("Descriptors")]),
    library("DynamicMessages", on: ["CommandLineCore", "ProtobufWire", "TextFormats"]),
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
        "ClinicalDocuments", "HealthCodec", "HealthModel", "HealthStorage", "ProtobufWire",
        "SQLiteCore", "SyncCore", "SystemCore",
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
    library("NodeLog", on: ["CommandLineCore", "RPCHTTP2", "SystemCore", "TextFormats"]),
    library("NodeTrust", on: daemonBase + ["ProtobufWire"]),
    library("NodeSync", on: daemonBase + ["HealthCodec", "NodeTrust", "ProtobufWire", "SyncCore"]),
    library(
      "NodeApps",
      on: daemonBase + [
        "CalendarEdges", "CommandLineCore", "HealthCodec", "NodeSync", "NodeTrust", "ProtobufWire",
        "StoreAccess", "TextFormats",
      ]),
    library(
      "NodeKit",
      on: daemonBase + ["CommandLineCore", "NodeApps", "NodeSync", "NodeTrust", "TextFormats"]),
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
    library("ConformanceCases", on: ["ConformanceKit", "ConformanceWire", "SystemCore"]),
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
        "ClinicalDocuments", "CoreLocation", "DyadServices", "HealthCodec", "HealthModel",
        "HealthStorage", "LocalStore", "RingDrawing", "RPCCore", "StoreAccess", "SystemCore",
        "XMLCore",
      ], linking: ["_FoundationICU"]),
    library("CoreLocation"),
    library("OSLog", on: ["os"]),
    library("os"),
    library(
      "HealthExchange",
      on: [
        "ArchiveCore", "CalendarEdges", "HealthCodec", "HealthModel", "SQLiteCore", "StoreAccess",
        "SystemCore", "TextFormats", "XMLCore",
      ]),
    library(
      "StoreTables",
      on: [
        "CalendarEdges", "CommandLineCore", "DyadServices", "HealthExchange", "HealthModel",
        "LocalStore", "SQLiteCore", "StoreAccess", "SystemCore", "TextFormats",
      ]),
    library("DyadSQLite", on: ["SQLiteCore", "StoreTables"]),
    library(
      "StoreMirror",
      on: [
        "CalendarEdges", "HealthCodec", "HealthExchange", "HealthModel", "PostgresCore",
        "SQLiteCore", "StoreAccess", "SystemCore", "TextFormats",
      ]),
    library(
      "CommandSupport",
      on: [
        "CalendarEdges", "CommandLineCore", "DyadServices", "HealthModel", "RPCCore", "RPCHTTP2",
        "SystemCore", "TextFormats",
      ]),
    library(
      "PairingCommands",
      on: [
        "CommandLineCore", "CommandSupport", "DyadServices", "HealthModel", "Pairing", "QRCodes",
        "RPCCore", "ServiceDiscovery", "SystemCore", "TextFormats", "TLSCore",
      ]),
    library(
      "DyadCommands",
      on: [
        "ArchiveCore", "CalendarEdges", "ClinicalDocuments", "CommandLineCore", "CommandSupport",
        "DyadServices", "DynamicMessages", "HealthCodec", "HealthExchange", "HealthModel",
        "HealthStorage", "LocalStore", "Pairing", "PairingCommands", "PostgresCore", "ProtobufWire",
        "RingDrawing", "RPCCore", "RPCHTTP2", "SQLiteCore", "StoreAccess", "StoreMirror",
        "StoreTables", "SystemCore", "TextFormats", "TLSCore", "XMLCore",
      ]),
    program("dyadd", on: ["CommandLineCore", "NodeKit"]),
    program("dyad", on: ["CommandSupport", "CommandLineCore", "DyadCommands"]),
    program("dyad-pair", on: ["CommandSupport", "CommandLineCore", "PairingCommands"]),
  ])

/// Tests, and what only they use.
let forTests: [Target] = [
  .target(name: "CFaultVFS", dependencies: ["CSQLite"], path: "Tests/CFaultVFS"),
  library("TestSupport", on: ["CFaultVFS"], at: "Tests/TestSupport"),
  .testTarget(
    name: "TestSupportTests", dependencies: ["SQLiteCore", "TestSupport"], swiftSettings: house),
  tests(of: "HealthModel"),
  tests(of: "HealthCodec", with: ["HealthModel", "CDyadMessages", "CProtobufC"]),
  tests(
    of: "HealthKit",
    with: [
      "CoreLocation", "dyad", "dyadd", "fitness", "HealthModel", "HealthStorage", "StoreAccess",
    ],
    without: ["symbols.tsv"]),
  // Compiled as somebody else's code is, without the settings of ours.
  .executableTarget(
    name: "fitness", dependencies: ["HealthKit"], path: "Tools/examples/FitnessTracker"),
  tests(of: "os", with: ["OSLog"]),
  tests(of: "CoreLocation"),
  tests(of: "SQLiteCore"),
  tests(of: "SystemCore"),
  tests(of: "HealthStorage", with: ["HealthCodec", "HealthModel", "SQLiteCore", "SyncCore"]),
  tests(
    of: "HealthStorage", named: "HealthStorageReading",
    with: ["HealthCodec", "HealthModel", "SQLiteCore", "SyncCore"]),
  tests(
    of: "LocalStore",
    with: [
      "ClinicalDocuments", "HealthCodec", "HealthModel", "HealthStorage", "SQLiteCore",
      "store-writer", "SyncCore", "SystemCore",
    ]),
  program(
    "store-writer", on: ["HealthModel", "HealthStorage", "LocalStore"], at: "Tests/store-writer"),
  tests(of: "SyncCore", with: ["HealthModel", "SyncSimulation"]),
  .target(
    name: "SyncSimulation",
    dependencies: [
      "HealthCodec", "HealthModel", "HealthStorage", "RPCCore", "RPCInProcess", "SQLiteCore",
      "SyncCore", "TestSupport",
    ],
    path: "Tests/SyncSimulation",
    exclude: [
      "Model/export-schedules", "Model/further.txt", "Model/schedules.txt", "Model/shortest.txt",
      "Model/sync_model.py", "Schedules/bugs.txt", "Schedules/found.txt",
    ],
    swiftSettings: simulated),
  tests(
    of: "SyncSimulation",
    with: ["HealthCodec", "HealthModel", "HealthStorage", "RPCCore", "SQLiteCore", "SyncCore"],
    settings: simulated),
  .executableTarget(
    name: "dyad-simulate", dependencies: ["CommandLineCore", "SyncSimulation"],
    path: "Tests/dyad-simulate", swiftSettings: simulated),
  program(
    "dyad-bench",
    on: [
      "CalendarEdges", "CommandLineCore", "CommandSupport", "CXML2", "DyadCommands",
      "DyadServices", "HealthCodec", "HealthExchange", "HealthKit", "HealthModel", "HealthStorage",
      "LocalStore", "PostgresCore", "RPCCore",
      "RPCHTTP2", "SQLiteCore", "StoreAccess", "StoreMirror", "StoreTables", "SyncCore",
      "SystemCore", "TestSupport", "TextFormats", "TLSCore",
    ], at: "Tests/dyad-bench"),
  tests(of: "TLSCore", with: ["COpenSSL"]),
  tests(of: "HTTP2Core", with: ["PeerSupport"]),
  tests(of: "ProtobufWire"),
  tests(of: "Pairing", with: ["CSodium", "HealthModel", "ProtobufWire", "TLSCore"]),
  tests(of: "QRCodes"),
  tests(of: "RingDrawing", with: ["ArchiveCore"]),
  tests(of: "ArchiveCore", with: ["SystemCore"]),
  tests(of: "XMLCore"),
  tests(of: "ClinicalDocuments", with: ["XMLCore"]),
  tests(
    of: "HealthExchange",
    with: [
      "ArchiveCore", "CalendarEdges", "HealthModel", "LocalStore", "SQLiteCore", "StoreAccess",
      "SystemCore", "TextFormats",
    ]),
  tests(
    of: "StoreMirror",
    with: [
      "CalendarEdges", "CommandLineCore", "dyad", "HealthModel", "LocalStore", "PeerSupport",
      "PostgresCore", "StoreAccess",
      "SystemCore",
    ]),
  tests(
    of: "StoreTables",
    with: [
      "CalendarEdges", "HealthModel", "LocalStore", "SQLiteCore", "StoreAccess", "SystemCore",
    ]),
  tests(of: "CalendarEdges", with: ["SystemCore", "TextFormats"]),
  tests(of: "TextFormats"),
  tests(of: "ServiceDiscovery", with: ["PeerSupport", "discovery-peer"]),
  program(
    "discovery-peer", on: ["CommandLineCore", "ServiceDiscovery"], at: "Tests/discovery-peer"),
  tests(
    of: "ConformanceKit",
    with: [
      "CommandLineCore", "ConformanceCases", "ConformanceWire", "dyad-conformance", "dyadd",
      "SystemCore",
    ]),
  tests(of: "DynamicMessages", with: ["TextFormats", "ProtobufWire"]),
  tests(of: "RPCCore", with: ["RPCInProcess"]),
  library("RPCInProcess", on: ["RPCCore"], at: "Tests/RPCInProcess"),
  tests(of: "RPCInProcess", with: ["RPCCore"]),
  tests(of: "RPCHTTP2", with: ["HTTP2Core", "PeerSupport", "RPCCore", "SystemCore", "TLSCore"]),
  tests(
    of: "DyadServices",
    with: ["HealthCodec", "HealthModel", "ProtobufWire", "RPCCore", "RPCInProcess"]),
  tests(
    of: "StoreAccess",
    with: [
      "dyadd", "DyadServices", "HealthCodec", "HealthModel", "HealthStorage", "LocalStore",
      "RPCCore", "RPCHTTP2", "RPCInProcess", "SystemCore",
    ]),
  tests(
    of: "NodeKit",
    with: daemonBase + [
      "CalendarEdges", "CommandLineCore", "dyad", "dyad-pair", "dyadd", "HealthCodec", "NodeApps",
      "NodeSync", "NodeTrust", "PeerSupport", "ProtobufWire", "RPCInProcess", "SQLiteCore",
      "StoreAccess",
      "SyncCore", "TextFormats",
    ]),
  tests(of: "rpc-interop", named: "Interop", with: ["SystemCore", "TLSCore"]),
  library("PeerSupport", at: "Tests/PeerSupport"),
  program(
    "rpc-interop",
    on: [
      "CommandLineCore", "DyadServices", "ProtobufWire", "RPCCore", "RPCHTTP2", "SystemCore",
      "TextFormats", "TLSCore",
    ], at: "Tests/rpc-interop"),
  tests(of: "CommandLineCore", with: ["secret-reader", "TextFormats"]),
  program("secret-reader", on: ["CommandLineCore"], at: "Tests/secret-reader"),
  tests(
    of: "DyadCommands",
    with: [
      "CalendarEdges", "CommandLineCore", "CommandSupport", "DyadServices", "HealthCodec",
      "HealthExchange", "HealthModel", "HealthStorage", "LocalStore", "Pairing", "PairingCommands",
      "PeerSupport", "ProtobufWire", "RPCCore", "RPCHTTP2", "ServiceDiscovery", "SQLiteCore",
      "StoreAccess", "SystemCore", "TextFormats", "TLSCore",
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
        "ArchiveCore", "CalendarEdges", "ClinicalDocuments", "HealthExchange", "HealthModel",
        "SystemCore", "TestSupport", "TextFormats", "XMLCore",
      ], at: "Tests/Fuzz/Exchange/Sources"),
    fuzzer("rpc-fuzz", of: ["RPCCore"], at: "Tests/Fuzz/RPC/Sources"),
  ]
}
