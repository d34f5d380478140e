/** A note, checkpoint, key or proof that is malformed or not signed as it must be. */
export class InvalidNote extends Error {
  override readonly name = 'InvalidNote';
}
