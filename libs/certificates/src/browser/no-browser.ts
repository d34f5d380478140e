/** No browser is installed. The operator has to install one, so the log shows this error's name. */
export class NoBrowser extends Error {
  override readonly name = 'NoBrowser';
}
