/** Answers that cannot be scored. The message says what is wrong and where, echoes no value, and is fit for the client. */
export class InvalidAnswers extends Error {
  override readonly name = 'InvalidAnswers';
}
