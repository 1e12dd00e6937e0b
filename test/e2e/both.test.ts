import './both/safeguards';
import './both/whole';
import { closeSharedN8n } from './support/served';

afterAll(closeSharedN8n);
