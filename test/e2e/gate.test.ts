// One real n8n, used as its users do: what the gate runs of it for each change.
import './gate/sending';
import './gate/retries';
import './gate/loops';
import './gate/ask';
import './gate/agent';
// Kills n8n.
import './gate/kill';
