import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import {
  recipientColumns,
  recognise,
  sourceNamed,
  translator,
} from "../../../electron/engine/vocabularies/index.ts";

interface Sample {
  readonly name: string;
  readonly source: string;
  readonly text: string;
  /** Recipient and outcome per row; `null` if the row says nothing about the recipient. */
  readonly expected: readonly (readonly [string, string | null])[];
}

const SAMPLES: readonly Sample[] = [
  {
    name: "Mailchimp's recipients of a campaign",
    source: "mailchimp-report",
    text: `email_id,email_address,merge_fields.FNAME,vip,status,open_count,last_open,absplit_group,gmt_offset,campaign_id,list_id
0a1,ann@acme.example,Ann,false,sent,2,2024-03-01T10:11:12+00:00,,0,c1,l1
0a2,ben@acme.example,Ben,false,sent,0,,,0,c1,l1
0a3,cat@acme.example,Cat,false,hard,0,,,0,c1,l1
0a4,dan@acme.example,Dan,false,soft,0,,,0,c1,l1`,
    expected: [
      ["ann@acme.example", "opened"],
      ["ben@acme.example", "sent"],
      ["cat@acme.example", "hard"],
      ["dan@acme.example", "soft"],
    ],
  },
  {
    name: "Mailchimp's unsubscribes of a campaign",
    source: "mailchimp-unsubscribed",
    text: `email_id,email_address,vip,timestamp,reason,campaign_id,list_id
0a1,ann@acme.example,false,2024-03-01T10:11:12+00:00,None given,c1,l1
0a2,ben@acme.example,false,2024-03-01T10:12:12+00:00,SPAM,c1,l1
0a3,cat@acme.example,false,2024-03-01T10:13:12+00:00,I use cat.new@acme.example now,c1,l1`,
    expected: [
      ["ann@acme.example", "unsubscribed"],
      ["ben@acme.example", "complained"],
      ["cat@acme.example", "unsubscribed"],
    ],
  },
  {
    name: "the bounces of a Salesforce tracking extract",
    source: "salesforce-marketing-cloud",
    text: `ClientID,SendID,SubscriberKey,EmailAddress,SubscriberID,ListID,EventDate,EventType,BounceCategory,SMTPCode,BounceReason,BatchID,TriggeredSendExternalKey
71,9,0031,ann@acme.example,1,5,3/1/2024 10:11:12 AM,Bounce,Hard bounce,550,"5.1.1 smtp;550 5.1.1 <ann@acme.example>: user unknown",0,
71,9,0032,ben@acme.example,2,5,3/1/2024 10:11:13 AM,Bounce,Hard bounce,554,"5.7.1 smtp;554 5.7.1 message rejected as spam",0,
71,9,0033,cat@acme.example,3,5,3/1/2024 10:11:14 AM,Bounce,Block bounce,,,0,
71,9,0034,dan@acme.example,4,5,3/1/2024 10:11:15 AM,Bounce,Soft bounce,452,4.2.2 mailbox full,0,
71,9,0035,eve@acme.example,5,5,3/1/2024 10:11:16 AM,Bounce,Unknown bounce,,,0,`,
    expected: [
      ["ann@acme.example", "hard"],
      ["ben@acme.example", "policy"],
      ["cat@acme.example", "policy"],
      ["dan@acme.example", "soft"],
      ["eve@acme.example", null],
    ],
  },
  {
    name: "the unsubscribes of a Salesforce tracking extract",
    source: "salesforce-marketing-cloud",
    text: `ClientID,SendID,SubscriberKey,EmailAddress,SubscriberID,ListID,EventDate,EventType,BatchID,TriggeredSendExternalKey
71,9,0031,ann@acme.example,1,5,3/1/2024 10:11:12 AM,Unsubscribe,0,
71,9,0032,ben@acme.example,2,5,3/1/2024 1:01:00 PM,Unsubscribe,0,
71,9,0033,cat@acme.example,3,5,3/1/2024 1:01:00 PM,Complaint,0,`,
    expected: [
      ["ann@acme.example", "unsubscribed"],
      ["ben@acme.example", "unsubscribed"],
      ["cat@acme.example", "complained"],
    ],
  },
  {
    name: "Brevo's logs in Italian",
    source: "brevo-logs",
    text: `st_text,ts,sub,frm,email,tag,mid,link
Inviata,21-01-2026 10:22:05,Ciao,news@shop.example,ann@acme.example,NA,<1@smtp-relay.mailin.fr>,NA
Caricata per procura,21-01-2026 10:23:05,Ciao,news@shop.example,ann@acme.example,NA,<1@smtp-relay.mailin.fr>,NA
Hard bounce,21-01-2026 10:24:05,Ciao,news@shop.example,ben@acme.example,NA,<2@smtp-relay.mailin.fr>,NA
Rinviata,21-01-2026 10:25:05,Ciao,news@shop.example,cat@acme.example,NA,<3@smtp-relay.mailin.fr>,NA
Bloccata,21-01-2026 10:26:05,Ciao,news@shop.example,dan@acme.example,NA,<4@smtp-relay.mailin.fr>,NA
Disiscrizione,21-01-2026 10:27:05,Ciao,news@shop.example,eve@acme.example,NA,<5@smtp-relay.mailin.fr>,NA`,
    expected: [
      ["ann@acme.example", "sent"],
      ["ann@acme.example", "sent"],
      ["ben@acme.example", "hard"],
      ["cat@acme.example", "soft"],
      ["dan@acme.example", null],
      ["eve@acme.example", "unsubscribed"],
    ],
  },
  {
    name: "Brevo's logs in German, separated by semicolons",
    source: "brevo-logs",
    text: `st_text;ts;sub;frm;email;tag;mid;link
Zugestellt;21-01-2026 10:22:05;Hallo;news@shop.example;ann@acme.example;NA;<1@smtp-relay.mailin.fr>;NA
Zum ersten Mal geöffnet;21-01-2026 10:23:05;Hallo;news@shop.example;ann@acme.example;NA;<1@smtp-relay.mailin.fr>;NA
Soft bounce;21-01-2026 10:24:05;Hallo;news@shop.example;ben@acme.example;NA;<2@smtp-relay.mailin.fr>;NA
Beschwerde;21-01-2026 10:25:05;Hallo;news@shop.example;cat@acme.example;NA;<3@smtp-relay.mailin.fr>;NA`,
    expected: [
      ["ann@acme.example", "sent"],
      ["ann@acme.example", "opened"],
      ["ben@acme.example", "soft"],
      ["cat@acme.example", "complained"],
    ],
  },
  {
    name: "SparkPost's events",
    source: "sparkpost-events",
    text: `timestamp,type,bounce_class,friendly_from,mailfrom,raw_rcpt_to,rcpt_to,raw_reason,reason,subject
2024-03-01T10:11:12.000Z,delivery,,news@shop.example,b@bounces.shop.example,Ann@acme.example,ann@acme.example,,,Hi
2024-03-01T10:11:12.000Z,bounce,10,news@shop.example,b@bounces.shop.example,ben@acme.example,ben@acme.example,550 5.1.1 user unknown,550 5.1.1 user unknown,Hi
2024-03-01T10:11:12.000Z,bounce,25,news@shop.example,b@bounces.shop.example,cat@acme.example,cat@acme.example,550 5.7.1 recipient address suppressed due to customer policy,,Hi
2024-03-01T10:11:12.000Z,out_of_band,51,news@shop.example,b@bounces.shop.example,dan@acme.example,dan@acme.example,,,Hi
2024-03-01T10:11:12.000Z,list_unsubscribe,,news@shop.example,,eve@acme.example,eve@acme.example,,,Hi
2024-03-01T10:11:12.000Z,spam_complaint,,news@shop.example,,fay@acme.example,fay@acme.example,,,Hi`,
    expected: [
      ["ann@acme.example", "sent"],
      ["ben@acme.example", "hard"],
      ["cat@acme.example", null],
      ["dan@acme.example", "policy"],
      ["eve@acme.example", "unsubscribed"],
      ["fay@acme.example", "complained"],
    ],
  },
  {
    name: "SparkPost's suppressions",
    source: "sparkpost-suppressions",
    text: `recipient,type,source,description,created,updated
ann@acme.example,non_transactional,Unsubscribe Link,,2024-03-01T10:11:12+00:00,2024-03-01T10:11:12+00:00
ben@acme.example,transactional,Bounce Rule,550: 550-5.1.1 The email account that you tried to reach does not exist,2024-03-01T10:11:12+00:00,
cat@acme.example,non_transactional,Spam Complaint,,2024-03-01T10:11:12+00:00,
dan@acme.example,transactional,Manually Added,told boss@shop.example,2024-03-01T10:11:12+00:00,`,
    expected: [
      ["ann@acme.example", "unsubscribed"],
      ["ben@acme.example", "hard"],
      ["cat@acme.example", "complained"],
      ["dan@acme.example", "suppressed"],
    ],
  },
  {
    name: "Mandrill's activity",
    source: "mandrill-activity",
    text: `Date,Email Address,Sender,Subject,Status,Tags,Opens,Clicks,Bounce Detail
2024-03-01 10:11:12,ann@acme.example,news@shop.example,Hi,sent,receipt,2,1,
2024-03-01 10:11:12,ben@acme.example,news@shop.example,Hi,sent,receipt,0,0,
2024-03-01 10:11:12,cat@acme.example,news@shop.example,Hi,bounced,receipt,0,0,smtp;550 5.1.1 user unknown
2024-03-01 10:11:12,dan@acme.example,news@shop.example,Hi,soft-bounced,receipt,0,0,
2024-03-01 10:11:12,eve@acme.example,news@shop.example,Hi,rejected,receipt,0,0,
2024-03-01 10:11:12,fay@acme.example,news@shop.example,Hi,spam,receipt,1,0,`,
    expected: [
      ["ann@acme.example", "clicked"],
      ["ben@acme.example", "sent"],
      ["cat@acme.example", "hard"],
      ["dan@acme.example", "soft"],
      ["eve@acme.example", null],
      ["fay@acme.example", "complained"],
    ],
  },
  {
    name: "Mandrill's denylist, whose header has a name twice",
    source: "mandrill-rejects",
    text: `email,reason,detail,created_at,expires_at,last_event_at,expires_at,subaccount
ann@acme.example,soft-bounce,,2015-11-03 10:22:19.9567,2015-11-04 10:22:19,2015-11-03 10:22:19.95665,2015-11-04 10:22:19,
ben@acme.example,hard-bounce,"SMTP; 550 5.4.1 [ben@acme.example]: Recipient address rejected: Access denied",2016-01-14 19:08:17.51258,2016-01-21 19:08:17,2016-01-14 19:08:17.51253,2016-01-21 19:08:17,
cat@acme.example,unsub,,2016-01-14 19:08:17,,2016-01-14 19:08:17,,
dan@acme.example,custom,,2016-01-14 19:08:17,,2016-01-14 19:08:17,,`,
    expected: [
      ["ann@acme.example", "soft"],
      ["ben@acme.example", "hard"],
      ["cat@acme.example", "unsubscribed"],
      ["dan@acme.example", "suppressed"],
    ],
  },
  {
    name: "Resend's emails",
    source: "resend",
    text: `id,created_at,subject,from,to,cc,bcc,reply_to,last_event,sent_at,scheduled_at,api_key_id
a1,2026-03-10 10:11:12.123+00,Hi,Shop <news@shop.example>,ann@acme.example,,,help@shop.example,delivered,2026-03-10 10:11:13+00,,k1
a2,2026-03-10 10:11:12.123+00,Hi,Shop <news@shop.example>,ben@acme.example,,,help@shop.example,bounced,2026-03-10 10:11:13+00,,k1
a3,2026-03-10 10:11:12.123+00,Hi,Shop <news@shop.example>,cat@acme.example,,,help@shop.example,suppressed,,,k1
a4,2026-03-10 10:11:12.123+00,Hi,Shop <news@shop.example>,dan@acme.example,,,help@shop.example,delivery_delayed,,,k1
a5,2026-03-10 10:11:12.123+00,Hi,Shop <news@shop.example>,eve@acme.example,,,help@shop.example,canceled,,,k1`,
    expected: [
      ["ann@acme.example", "sent"],
      ["ben@acme.example", "perhaps_hard"],
      ["cat@acme.example", "suppressed"],
      ["dan@acme.example", "soft"],
      ["eve@acme.example", null],
    ],
  },
  {
    name: "Mailjet's events",
    source: "mailjet-events",
    text: `event,time,MessageID,email,mj_campaign_id,mj_contact_id,customcampaign,blocked,hard_bounce,error_related_to,error,comment
sent,1433333949,1,ann@acme.example,7,1,,,,,,
bounce,1433333949,2,ben@acme.example,7,2,,true,true,recipient,user unknown,
bounce,1433333949,3,cat@acme.example,7,3,,false,false,recipient,quota exceeded,
blocked,1433333949,4,dan@acme.example,7,4,,,,mailjet,preblocked,
unsub,1433333949,5,eve@acme.example,7,5,,,,,,`,
    expected: [
      ["ann@acme.example", "sent"],
      ["ben@acme.example", "hard"],
      ["cat@acme.example", "soft"],
      ["dan@acme.example", null],
      ["eve@acme.example", "unsubscribed"],
    ],
  },
  {
    name: "SendGrid's activity",
    source: "sendgrid-events",
    text: `processed,message_id,event,api_key_name,recv_message_id,credential_id,subject,from,email,asm_group_id,template_id,originating_ip,reason,outbound_ip,type
2024-03-01T10:11:12Z,m1,delivered,web,r1,c1,Hi,news@shop.example,ann@acme.example,,,192.0.2.1,,192.0.2.2,
2024-03-01T10:11:12Z,m2,bounce,web,r2,c1,Hi,news@shop.example,ben@acme.example,,,192.0.2.1,550 5.1.1 user unknown,192.0.2.2,bounce
2024-03-01T10:11:12Z,m3,bounce,web,r3,c1,Hi,news@shop.example,cat@acme.example,,,192.0.2.1,550 5.7.1 blocked by policy,192.0.2.2,blocked
2024-03-01T10:11:12Z,m4,dropped,web,r4,c1,Hi,news@shop.example,dan@acme.example,,,192.0.2.1,Bounced Address,192.0.2.2,
2024-03-01T10:11:12Z,m5,open,web,r5,c1,Hi,news@shop.example,eve@acme.example,,,192.0.2.1,,192.0.2.2,`,
    expected: [
      ["ann@acme.example", "sent"],
      ["ben@acme.example", "hard"],
      ["cat@acme.example", "policy"],
      ["dan@acme.example", "perhaps_hard"],
      ["eve@acme.example", "opened"],
    ],
  },
];

describe("an export", () => {
  it.each(SAMPLES.map((sample) => [sample.name, sample] as const))(
    "of %s is recognised, with the outcome of each recipient",
    (_, { source: id, text, expected }) => {
      const [header = [], ...rows] = Papa.parse<string[]>(text).data;
      const [first] = recognise(header, rows);
      expect(first).toMatchObject({ source: id, unrecognised: [] });
      expect(first?.sure).toBe(
        id === "mailchimp-report" || id === "sparkpost-suppressions" ? "likely" : "certain",
      );
      const source = sourceNamed(id);
      if (source === null) throw new Error(`no source ${id}`);
      const translate = translator(source, header);
      const [recipient = -1] = recipientColumns(source, header);
      const found = rows.map((row) => {
        const said = translate?.(row);
        return [row[recipient], said?.says === "outcome" ? said.outcome : null];
      });
      expect(found).toEqual(expected);
    },
  );

  it("with a header that several services have is only recognised by its words", () => {
    const rows = [["ann@acme.example", "payment", "Rent for March"]];
    expect(recognise(["recipient", "type", "description"], rows)).toEqual([]);
  });
});
