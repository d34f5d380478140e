import { SurveyResults1763600000000 } from './1763600000000-survey-results';

/** In the order in which they were released. Landed migrations never change. */
export const migrations = [SurveyResults1763600000000];
