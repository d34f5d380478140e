import { Problem } from '@governance/kernel';

/** Returns the value. @throws a 404 when it is undefined. */
export function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Problem('not_found', 'the resource does not exist');
  return thing;
}
