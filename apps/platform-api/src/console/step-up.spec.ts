import { keptForm } from './step-up';

describe('keptForm', () => {
  it('has the fields in their order, without those of the form itself', () => {
    const form = new URLSearchParams('token=t&name=N&permissions=a&permissions=b&continued=1');
    expect(keptForm('/console/credentials', form)).toEqual({
      path: '/console/credentials',
      fields: [
        ['name', 'N'],
        ['permissions', 'a'],
        ['permissions', 'b'],
      ],
      omitted: [],
    });
  });

  it('names secrets, and does not keep them', () => {
    const kept = keptForm(
      '/p',
      new URLSearchParams('client_secret=canary&password=canary&workload_token=canary&client_id=c'),
    );
    expect(kept).toEqual({
      path: '/p',
      fields: [['client_id', 'c']],
      omitted: ['client_secret', 'password', 'workload_token'],
    });
  });

  it('keeps a secret that was left empty as empty', () => {
    const kept = keptForm('/p', new URLSearchParams('client_secret='));
    expect(kept).toEqual({ path: '/p', fields: [['client_secret', '']], omitted: [] });
  });
});
