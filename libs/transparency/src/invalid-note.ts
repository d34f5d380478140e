/** A note, checkpoint, key or proof that is malformed or not signed as it must be. */
export class InvalidNote extends Error {
  override readonly name: string = 'InvalidNote';
}

/** A well-formed note without a valid signature of a key that must sign it. */
export class UnsignedNote extends InvalidNote {
  override readonly name = 'UnsignedNote';
}
