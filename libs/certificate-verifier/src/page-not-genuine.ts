import { NotGenuine } from './not-genuine';

/** The page of the file cannot be read, or does not show what the credential says. */
export class PageNotGenuine extends NotGenuine {
  override readonly name = 'PageNotGenuine';
}
