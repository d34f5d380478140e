import { withoutHiddenCharacters } from '@governance/kernel';

/** People choose their names, so one that a mail program could turn into a link is left out: it is empty then. */
export function shownName(name = ''): string {
  return /[/@:]|\w\.\w\w/.test(name) ? '' : withoutHiddenCharacters(name);
}
