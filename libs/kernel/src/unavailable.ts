/** Something that we need cannot be reached or does not answer in time; the same call may succeed later: 503. */
export abstract class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
}
