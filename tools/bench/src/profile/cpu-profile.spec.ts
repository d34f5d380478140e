import { modulesOf, profileShares } from './cpu-profile';

const bundle = [
  'banner',
  '// node_modules/router/index.js',
  'function handle() {}',
  '// node_modules/@nestjs/core/router/router-proxy.js',
  'function apply() {}',
  '// libs/rubric/src/rubric.ts',
  'function assess() {}',
].join('\n');

const node = (id: number, functionName: string, { url = 'file:///app/main.js', lineNumber = 0 } = {}) => ({
  id,
  callFrame: { functionName, url, lineNumber },
});

it('adds up by package where the time went, without what was idle', () => {
  const shares = profileShares(
    {
      nodes: [
        node(1, '(idle)', { url: '' }),
        node(2, 'handle', { lineNumber: 2 }),
        node(3, 'apply', { lineNumber: 4 }),
        node(4, 'writev', { url: '' }),
        node(5, '(garbage collector)', { url: '' }),
        node(6, 'assess', { lineNumber: 6 }),
      ],
      samples: [1, 2, 3, 4, 5, 6, 2],
      timeDeltas: [900, 20, 25, 10, 4, 6, 35],
    },
    modulesOf(bundle),
  );
  expect(shares).toEqual([
    { part: 'router', share: 0.55 },
    { part: '@nestjs/core', share: 0.25 },
    { part: 'Node.js', share: 0.1 },
    { part: 'our code', share: 0.06 },
    { part: 'garbage collection', share: 0.04 },
  ]);
});
