import { draftStateOf } from './draft-state';

const endOfDay = new Date('2026-12-01T00:00:00Z');
const dates = { dueAt: endOfDay, closesAt: endOfDay, submittedAt: undefined };
const before = new Date(endOfDay.getTime() - 1);

describe('the state of a draft', () => {
  it.each([
    ['open', dates, before],
    ['overdue', dates, endOfDay],
    ['closed', { ...dates, closesAt: before }, before],
    ['submitted', { ...dates, submittedAt: before }, endOfDay],
  ] as const)('%s', (state, draft, now) => {
    expect(draftStateOf(draft, now)).toBe(state);
  });
});
