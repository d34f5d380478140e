import { IsOptional, IsString } from 'class-validator';
import { Clearable } from './clearable.decorator';
import { DtoPipe } from './dto.pipe';

class ChangeRequest {
  @Clearable()
  @IsOptional()
  @IsString({ message: 'nickname must be a string' })
  nickname?: string | null;

  @IsOptional()
  @IsString({ message: 'motto must be a string' })
  motto?: string;
}

describe('a member that null clears', () => {
  const taken = (body: object): unknown =>
    new DtoPipe('refuse').transform(body, { type: 'body', metatype: ChangeRequest });

  it('is null when the body says so, and absent when it says nothing', () => {
    expect(taken({ nickname: null, motto: null })).toEqual({ nickname: null });
    expect(taken({})).toEqual({});
  });

  it('is checked like any other when it has a value', () => {
    expect(taken({ nickname: 'N' })).toEqual({ nickname: 'N' });
    expect(() => taken({ nickname: 1 })).toThrow('nickname must be a string');
  });
});
