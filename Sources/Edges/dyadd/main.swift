private import CommandLineCore
private import NodeKit

Daemon.takeThreads()
CurrentProcess.takeStandardStreams()
CurrentProcess.exit(await Daemon.run(Array(CommandLine.arguments.dropFirst())))
