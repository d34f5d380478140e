import { Public } from '@governance/auth-guards';
import { ClientBucket, SerializeAs } from '@governance/http';
import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { HoldersOnly } from '../results/holders-only.decorator';
import { AskDomainProofRequest, DomainProofResponse, MailDomainProofRequest } from './domain-proof.dto';
import {
  DescribeAskDomain,
  DescribeCheckDomain,
  DescribeMailDomain,
  DescribeReadDomain,
  DescribeRemoveDomain,
} from './domain-proof.openapi';
import { DomainProofsService } from './domain-proofs.service';

/** The domain of a certificate, for clients that have the capability of its result. */
@Public()
@Controller('api/results/:capability/domain')
export class DomainProofController {
  constructor(private readonly domains: DomainProofsService) {}

  @Get()
  @HoldersOnly()
  @SerializeAs(DomainProofResponse)
  @DescribeReadDomain
  async read(@Param('capability') capability: string): Promise<DomainProofResponse> {
    return new DomainProofResponse(await this.domains.find(capability));
  }

  @Put()
  @HoldersOnly()
  @SerializeAs(DomainProofResponse)
  @DescribeAskDomain
  async ask(
    @Param('capability') capability: string,
    @Body() body: AskDomainProofRequest,
    @ClientBucket() client: string,
  ): Promise<DomainProofResponse> {
    return new DomainProofResponse(await this.domains.ask(capability, body.name, client));
  }

  @Post('check')
  @HoldersOnly()
  @SerializeAs(DomainProofResponse)
  @DescribeCheckDomain
  async check(@Param('capability') capability: string): Promise<DomainProofResponse> {
    return new DomainProofResponse(await this.domains.requestCheck(capability));
  }

  @Post('mail')
  @HoldersOnly()
  @SerializeAs(DomainProofResponse)
  @DescribeMailDomain
  async mail(
    @Param('capability') capability: string,
    @Body() body: MailDomainProofRequest,
    @ClientBucket() client: string,
  ): Promise<DomainProofResponse> {
    return new DomainProofResponse(await this.domains.requestMail(capability, body.mailbox, client));
  }

  @Delete()
  @HoldersOnly()
  @DescribeRemoveDomain
  async remove(@Param('capability') capability: string): Promise<void> {
    await this.domains.remove(capability);
  }
}
