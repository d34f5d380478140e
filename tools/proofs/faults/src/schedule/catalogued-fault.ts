/** What a fault acts on. Two faults at once have different places. */
export type Place =
  | 'public-api/main'
  | 'public-api/worker'
  | 'platform-api/main'
  | 'platform-api/worker'
  | 'identity-provider/main'
  | 'management'
  | 'database'
  | 'database-connection'
  | 'rows'
  | 'mail'
  | 'browser'
  | 'load';

/** What the machine must have. */
export type Requirement = 'a disk' | 'clock' | 'tracer' | 'memory limit';

export interface CataloguedFault {
  /** The number in the list of faults, with a name where one number has several. */
  readonly name: string;
  readonly place: Place;
  readonly title: string;
  /** As long as it lasts; the end of a kill is a restart. */
  readonly seconds: readonly [least: number, most: number];
  /** Requests that are sent later than this after its end must not fail; five seconds if not named. */
  readonly recoverySeconds?: number;
  /** No request may fail because of it, even while it lasts. */
  readonly isUnnoticed?: true;
  readonly needs?: Requirement;
}
