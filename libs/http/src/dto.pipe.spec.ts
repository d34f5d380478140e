import { IsNumber, IsOptional, IsString } from 'class-validator';
import { DtoPipe } from './dto.pipe';
import { IsMailAddress } from './mail-address.decorator';
import { ClearableMember, Member } from './member.decorator';
import { type Surface } from './surface';

class ChangeRequest {
  @ClearableMember()
  @IsOptional()
  @IsString({ message: 'nickname must be a string' })
  nickname?: string | null;

  @Member()
  @IsOptional()
  @IsString({ message: 'motto must be a string' })
  motto?: string;

  @Member()
  @IsString()
  name = 'unnamed';

  @Member()
  @IsOptional()
  @IsNumber({}, { message: 'age must be a number' })
  age?: number;

  @Member()
  @IsOptional()
  @IsMailAddress()
  email?: string;

  @Member()
  answers?: unknown;

  toInput(): string {
    return this.name;
  }
}

class EmptyRequest {
  toInput(): object {
    return {};
  }
}

function taken(body: unknown, unknownMembers: Surface['unknownMembers'] = 'refuse'): ChangeRequest {
  const pipe = new DtoPipe(unknownMembers);
  return pipe.transform(body, { type: 'body', metatype: ChangeRequest }) as ChangeRequest;
}

describe('a request DTO', () => {
  it('is an instance of its class', () => {
    expect(taken({ name: 'N' })).toBeInstanceOf(ChangeRequest);
    expect(taken({ name: 'N' }).toInput()).toBe('N');
  });

  it('distinguishes null from absent only in a member that null clears', () => {
    expect(taken({ nickname: null, motto: null, name: null })).toEqual({ nickname: null, name: 'unnamed' });
    expect(taken({})).toEqual({ name: 'unnamed' });
  });

  it('is checked in a clearable member like in any other when it has a value', () => {
    expect(taken({ nickname: 'N' })).toMatchObject({ nickname: 'N' });
    expect(() => taken({ nickname: 1 })).toThrow('nickname must be a string');
  });

  it('converts no value § V1.5.2 V15.3.5', () => {
    expect(() => taken({ motto: 1 })).toThrow('motto must be a string');
    expect(() => taken({ name: true })).toThrow('name must be a string');
    expect(() => taken({ age: '7' })).toThrow('age must be a number');
  });

  it('has addresses in canonical form, and refuses a value without one § V1.1.1', () => {
    expect(taken({ email: 'Ada@EXAMPLE.org' })).toMatchObject({ email: 'Ada@example.org' });
    for (const email of ['ada', '', 7, {}, ['ada@example.org']]) {
      expect(() => taken({ email })).toThrow('email must be an email');
    }
  });

  it.each(['__proto__', 'constructor', 'toString', 'asked', 'prototype'])(
    'takes %s for an unknown member § V15.3.3',
    (name) => {
      const body: unknown = JSON.parse(`{"${name}":{"polluted":true},"motto":"M"}`);
      expect(() => taken(body)).toThrow(`${name} is not a member of this request`);
      const dto = taken(body, 'ignore');
      expect(Object.getPrototypeOf(dto)).toBe(ChangeRequest.prototype);
      expect(dto).toEqual({ name: 'unnamed', motto: 'M' });
      expect(dto.toInput()).toBe('unnamed');
      expect({}).not.toHaveProperty('polluted');
    },
  );

  it('names the first unknown member that was sent', () => {
    expect(() => taken({ motto: 'M', mottto: 'M', nmae: 'N' })).toThrow('mottto is not a member');
  });

  it.each([
    [
      'an object',
      JSON.parse(`{"__proto__":3,${Array.from({ length: 1_900 }, (_, i) => `"q${i}":1`).join()}}`),
    ],
    ['a list', Array.from({ length: 30_000 }, () => [])],
    ['a deep list', JSON.parse('['.repeat(10_000) + ']'.repeat(10_000))],
  ])('passes %s on unchecked', (_what, answers: object) => {
    const untouched = new Proxy(answers, {
      get: () => {
        throw new Error('read');
      },
      ownKeys: () => {
        throw new Error('listed');
      },
    });
    expect(taken({ answers: untouched }).answers).toBe(untouched);
    expect(taken({ answers }).answers).toBe(answers);
  });

  it.each([[[]], ['text'], [7], [null], [undefined]])(
    'is refused for a body that is not an object: %p',
    (body) => {
      expect(() => taken(body)).toThrow('the request body must be a JSON object');
    },
  );

  it('may have no members: then it takes an empty object only', () => {
    const pipe = new DtoPipe('refuse');
    const empty = (body: unknown): unknown => pipe.transform(body, { type: 'body', metatype: EmptyRequest });
    expect(empty({})).toBeInstanceOf(EmptyRequest);
    expect(() => empty({ name: 'N' })).toThrow('name is not a member of this request');
    expect(() => empty([])).toThrow('the request body must be a JSON object');
  });
});
