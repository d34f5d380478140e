import { type ExecutionContext } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { ApiVersionGuard, IgnoreApiVersion } from './api-version.guard';

class Routes {
  versioned(): void {
    // A route as most are.
  }

  @IgnoreApiVersion()
  printed(): void {
    // A route whose address is printed.
  }
}

function asked(version?: string, route: keyof Routes = 'versioned'): ExecutionContext {
  const request = { query: version === undefined ? {} : { 'api-version': version } };
  // eslint-disable-next-line @typescript-eslint/unbound-method -- Nest passes the method to read its metadata, and does not call it
  return new ExecutionContextHost([request], Routes, Routes.prototype[route]);
}

describe('a request without an api-version', () => {
  it.each([[['1.0']], [['1.0', '2.0']], [['2.0', '1.0']]])(
    'is one for 1.0 where %p are supported § 9.2a',
    (supported) => {
      const guard = new ApiVersionGuard(supported);
      for (const context of [asked(), asked(''), asked('1.0')]) expect(guard.canActivate(context)).toBe(true);
    },
  );

  it.each([[['1.1']], [['0.9', '2.0']], [[]]])(
    'is refused as one for 1.0 is where only %p are supported § 9.2a',
    (supported) => {
      const guard = new ApiVersionGuard(supported);
      const text = `this api-version is not supported; supported: ${supported.join(', ')}`;
      for (const context of [asked(), asked(''), asked('1.0')]) {
        expect(() => guard.canActivate(context)).toThrow(text);
      }
    },
  );
});

describe('a route whose address is printed', () => {
  it('ignores any api-version', () => {
    const guard = new ApiVersionGuard(['1.0']);
    for (const version of [undefined, '', '1.0', '9.9', 'x'])
      expect(guard.canActivate(asked(version, 'printed'))).toBe(true);
    expect(() => guard.canActivate(asked('9.9'))).toThrow('not supported');
  });
});
