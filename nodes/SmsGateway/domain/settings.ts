import settings from './settings.json';

/** Every safeguard and option as the panel names it, with where it is: what sentences call it. */
export const SETTINGS = settings;
