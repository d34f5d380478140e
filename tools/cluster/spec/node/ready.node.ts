import { kubectl } from '../real/kubectl';

describe('the node', () => {
  it('is ready', () => {
    expect(kubectl('get', 'nodes').stdout).toMatch(/^node\s+Ready\s/m);
  });
});
