import { StoreUnavailable } from './store-unavailable';
import { Unavailable } from './unavailable';

describe('Unavailable', () => {
  it('is what a store throws, by its own name and with the cause', () => {
    const cause = new Error('connect ECONNREFUSED');
    const error = new StoreUnavailable({ cause });
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toMatchObject({ name: 'StoreUnavailable', message: 'the store is unavailable', cause });
  });
});
