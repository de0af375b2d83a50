"""The demo's logins. Loading the demo imports the whole pipeline; printing its logins does not."""

PASSWORD = "voicedesk demo"  # noqa: S105 - printed at every start; the demo is for one machine
MANAGER, OPS = "mara.quill@crewlattice.example.com", "odin.fells@crewlattice.example.com"
