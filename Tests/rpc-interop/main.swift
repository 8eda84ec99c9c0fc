private import CommandLineCore

CurrentProcess.ignoreBrokenPipes()
CurrentProcess.exit(await InteropProgram.run(Array(CommandLine.arguments.dropFirst())))
