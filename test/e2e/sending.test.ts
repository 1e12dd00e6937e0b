import './sending/beginner';
import './sending/branches';
import './sending/divided';
import './sending/endings';
import './sending/retries';
import { closeSharedN8n } from './support/served';

afterAll(closeSharedN8n);
