import { evidence, fault } from '../../spec/evidence';
import { browsersAreReplaced } from './browsers';

const kept = { rule: 'browser not replaced', text: 'a worker keeps it' } as const;
const orphan = { rule: 'orphan process', text: 'a renderer' } as const;
const leak = { ...fault(100, 200, 'F7-leak'), problems: [kept, orphan] };

describe('a browser', () => {
  it('that was replaced is no finding', () => {
    expect(browsersAreReplaced(evidence({ faults: [fault(100, 200, 'F7-leak')] }))).toEqual([]);
  });

  it('that was kept, or left a process, is one', () => {
    expect(browsersAreReplaced(evidence({ faults: [leak] }))).toEqual([kept, orphan]);
  });

  it('may be kept during another fault, and leaves no process then either', () => {
    expect(browsersAreReplaced(evidence({ faults: [leak, fault(150, 400, 'F5-cut')] }))).toEqual([orphan]);
  });

  it('must not outlive its worker', () => {
    expect(browsersAreReplaced(evidence({ orphans: ['a renderer'] }))).toEqual([orphan]);
  });
});
