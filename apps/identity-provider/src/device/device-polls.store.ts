import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';

/** RFC 8628, 3.5: without an interval in the answer a device waits five seconds, and five more after each `slow_down`. */
const intervalSeconds = 5;
/** What the way to us may take away from the interval of a device that keeps to it. */
const slackSeconds = 1;
/** Longer than a code is known. */
const keptSeconds = 2 * 60 * 60;

/** How often devices ask for their tokens, over all processes. */
export class DevicePollsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /** Notes that a device has asked. Answers whether it was too soon; then it has to wait longer from now on. */
  async note(deviceCode: string): Promise<boolean> {
    const isTooSoon = 'now() < known.polled_at + make_interval(secs => known.interval_seconds - $3::integer)';
    const {
      rows: [row],
    } = await this.database.query<{ too_soon: boolean }>(
      `INSERT INTO identity.device_polls AS known (code_mac, interval_seconds, polled_at, too_soon, expires_at)
       VALUES ($1, $2, now(), false, now() + make_interval(secs => $4))
       ON CONFLICT (code_mac) DO UPDATE SET polled_at = greatest(known.polled_at, now()), too_soon = ${isTooSoon},
         interval_seconds = known.interval_seconds + CASE WHEN ${isTooSoon} THEN $2::integer ELSE 0 END
       RETURNING too_soon`,
      [this.keyring.mac('device-poll', deviceCode), intervalSeconds, slackSeconds, keptSeconds],
    );
    return row?.too_soon === true;
  }
}
