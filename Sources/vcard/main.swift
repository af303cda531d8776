import VCardCommands

await VCardCommand.runTool()
