import { filterIn } from '../list-filter';
import { clientList, clientQueryOf, seenBy } from './client-list';

const queryOf = (query: Record<string, string>): object =>
  seenBy('user_1', clientQueryOf(filterIn(clientList.fields, query)));

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
});
