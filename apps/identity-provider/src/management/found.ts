import { Problem } from '@governance/kernel';

/** What was found. @throws a 404 when nothing was. */
export function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Problem('not_found', 'there is no such thing');
  return thing;
}
