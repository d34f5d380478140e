import { type ExecutionContext } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { ApiVersionGuard } from './api-version.guard';

function asked(version?: string): ExecutionContext {
  return new ExecutionContextHost([{ query: version === undefined ? {} : { 'api-version': version } }]);
}

describe('a request without an api-version', () => {
  it.each([[['1.0']], [['1.0', '2.0']], [['2.0', '1.0']]])(
    'is one for 1.0 where %p are supported',
    (supported) => {
      const guard = new ApiVersionGuard(supported);
      for (const context of [asked(), asked(''), asked('1.0')]) expect(guard.canActivate(context)).toBe(true);
    },
  );

  it.each([[['1.1']], [['0.9', '2.0']], [[]]])(
    'is refused as one for 1.0 is where only %p are supported',
    (supported) => {
      const guard = new ApiVersionGuard(supported);
      const text = `this api-version is not supported; supported: ${supported.join(', ')}`;
      for (const context of [asked(), asked(''), asked('1.0')]) {
        expect(() => guard.canActivate(context)).toThrow(text);
      }
    },
  );
});
