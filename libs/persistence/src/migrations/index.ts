import { SurveyResults1763600000000 } from './1763600000000-survey-results';
import { AbuseAndErasure1763700000000 } from './1763700000000-abuse-and-erasure';

/** In the order in which they were released. Landed migrations never change. */
export const migrations = [SurveyResults1763600000000, AbuseAndErasure1763700000000];
