/** A dependency is unreachable or does not respond in time; the same call may succeed later: 503. */
export abstract class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
}
