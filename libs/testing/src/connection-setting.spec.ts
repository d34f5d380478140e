import { withSetting } from './connection-setting';

const url = 'postgresql://user:p%40s+s@127.0.0.1:5432/name?sslmode=disable';
const role = { name: 'role', value: 'reader' };

describe('withSetting', () => {
  it('adds the setting to the URL and keeps the rest', () => {
    expect(withSetting(url, role)).toBe(`${url}&options=-c%20role%3Dreader`);
  });

  it('keeps the settings that are there', () => {
    const both = new URL(withSetting(withSetting(url, role), { name: 'work_mem', value: '1MB' }));
    expect(both.searchParams.get('options')).toBe('-c role=reader -c work_mem=1MB');
  });
});
