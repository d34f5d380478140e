import { ApiError } from '@governance/client';
import { filterIn, filterView, refusedCondition } from '../list-filter';
import { clientList, clientQueryOf, seenBy } from './client-list';

const now = new Date('2026-11-24T12:00:00Z');
const queryOf = (query: Record<string, string>): object =>
  seenBy('user_1', clientQueryOf(filterIn(clientList.fields, query), now));

describe('the filter of the clients', () => {
  it('shows current clients, unless others are asked for', () => {
    expect(queryOf({})).toEqual({ archived: 'false' });
    expect(queryOf({ show: 'archived' })).toEqual({ archived: 'true' });
    expect(queryOf({ show: 'all' })).toEqual({});
  });

  it('has each condition as the API takes it, and the person by the id', () => {
    expect(queryOf({ search: ' eva globex ', tag: 'gold', owner: 'you', show: 'all' })).toEqual({
      search: 'eva globex',
      tag: 'gold',
      owner: 'user_1',
    });
    expect(queryOf({ owner: 'user_2', show: 'all' })).toEqual({});
  });

  it('is about the latest result, too', () => {
    expect(queryOf({ show: 'all', tier: 'Ready', launch: 'false', assessed: 'true' })).toEqual({
      tier: 'Ready',
      launch_allowed: 'false',
      assessed: 'true',
    });
    expect(queryOf({ show: 'all', assessed: 'false' })).toEqual({ assessed: 'false' });
    expect(queryOf({ show: 'all', assessed: 'due' })).toEqual({ renew_before: '2026-12-24T12:00:00.000Z' });
    expect(queryOf({ show: 'all', tier: 'none', launch: '1', assessed: 'yes' })).toEqual({});
  });

  describe('of which the API refuses a condition', () => {
    const details = { code: undefined, requestId: undefined, retryAfterSeconds: undefined };
    const refusal = (description: string, status = 400): ApiError =>
      new ApiError(description, { ...details, status, operation: 'GET /org/clients' });
    const errorsIn = (views: readonly object[]): unknown[] =>
      views.map((view) => (view as { error?: string }).error);

    it('says so at its field', () => {
      const { fields } = clientList;
      const problem = refusedCondition(fields, refusal('tag must be a tag of a client'));
      const text = 'Enter one tag, without a comma or semicolon.';
      expect(problem).toEqual({ status: 400, text, errors: [{ field: 'tag', text }] });
      const view = filterView(fields, filterIn(fields, { tag: 'a;b' }), problem);
      expect(errorsIn(view.conditions)).toEqual([undefined]);
      expect(errorsIn(view.further).filter(Boolean)).toEqual([text]);
      expect(view.isFurtherSet).toBe(true);
    });

    it.each([
      refusal('cursor must be the next_cursor of a page of this list'),
      refusal('owner must be the id of a member of the organization'),
      refusal('search must wait', 503),
      new Error('search must fail'),
    ])('leaves %s as it is', (error) => {
      expect(() => refusedCondition(clientList.fields, error)).toThrow(error);
    });
  });
});
