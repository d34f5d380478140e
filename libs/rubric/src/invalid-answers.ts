/** Answers that cannot be scored. The message names the problem and its place, without any value, for the client. */
export class InvalidAnswers extends Error {
  override readonly name = 'InvalidAnswers';
}
