import { type Keyring } from '@governance/keyring';
import { type Database } from '@governance/postgres';

/** RFC 8628, 3.5: without an interval in the response a device waits five seconds, plus five after each `slow_down`. */
const intervalSeconds = 5;
/** Tolerance for network jitter that shortens the interval of a correct device. */
const slackSeconds = 1;
/** Longer than a code is stored. */
const keptSeconds = 2 * 60 * 60;

/** When devices last polled for their tokens, shared by all processes. */
export class DevicePollsStore {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
  ) {}

  /** Records a poll. Returns whether it came too soon; the device must then wait longer from now on. */
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
