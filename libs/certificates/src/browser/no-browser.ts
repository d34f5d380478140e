/** There is no browser where one should be. Whoever runs the program has to install one, so its name is in the log. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}
