import { type ListPosition } from '@governance/iam';

/** The position before the first entry of a list that is sorted by time and id, both descending. */
export const listStart = {
  createdAt: 'infinity',
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
} satisfies Record<keyof ListPosition, string>;
