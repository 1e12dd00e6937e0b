// A real n8n starts in seconds, or in a minute where the machine is busy.
jest.setTimeout(300_000);
