import type { Outcome } from "../../../shared/mail-outcomes.ts";

/** A documented reply, the outcome that it states for the recipient's address (`null`: none), and where it is documented. */
export type ServerReply = readonly [reply: string, outcome: Outcome | null, source: string];

const OTHERS: readonly ServerReply[] = [
  [
    "unable to get mx info: failed to get IPs from PTR record: lookup <nil>: unrecognized address",
    "hard",
    "SendGrid bounce reports in public issues",
  ],
  ["This mailbox has been blocked due to inactivity", "hard", "sisimai reason/suspend"],
  ["550 5.2.1 Mailbox of addressee is full", "soft", "wording of public Postfix logs"],
  ["552 Postfach voll", "soft", "derived from sisimai reason/mailboxfull"],
];

const GMAIL: readonly ServerReply[] = [
  [
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550-5.1.1 unnecessary spaces. Learn more at\n550 5.1.1 https://support.google.com/mail/?p=NoSuchUser a1si123wra.9 - gsmtp",
    "hard",
    "support.google.com/a/answer/3726730",
  ],
  [
    "550 5.2.1 The email account that you tried to reach is disabled. Learn more at https://support.google.com/mail/?p=DisabledUser - gsmtp",
    "hard",
    "support.google.com/a/answer/3726730",
  ],
  [
    "550 5.2.1 The email account that you tried to reach is inactive. - gsmtp",
    "hard",
    "sisimai reason/suspend",
  ],
  [
    "552-5.2.2 The email account that you tried to reach is over quota. Please direct the recipient to https://support.google.com/mail/?p=OverQuotaPerm - gsmtp",
    "soft",
    "support.google.com/a/answer/3726730",
  ],
  [
    "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.",
    "soft",
    "support.google.com/a/answer/3726730",
  ],
  [
    "450-4.2.1 The user you are trying to contact is receiving mail too quickly. Please resend your message at a later time.",
    "soft",
    "support.google.com/a/answer/3726730",
  ],
  ["421-4.7.0 Try again later, closing connection. - gsmtp", "soft", "support.google.com/a/answer/3726730"],
  [
    "550-5.7.1 [192.0.2.1 12] Our system has detected that this message is\n550-5.7.1 likely unsolicited mail. To reduce the amount of spam sent to Gmail,\n550-5.7.1 this message has been blocked. Please visit\n550 5.7.1 https://support.google.com/mail/?p=UnsolicitedMessageError - gsmtp",
    "policy",
    "postalserver/postal#266",
  ],
  [
    "550-5.7.26 Unauthenticated email from example.com is not accepted due to domain's DMARC policy. Please contact the administrator of example.com domain.",
    "policy",
    "sisimai reason/authfailure",
  ],
  [
    "550 5.7.1 This message is not RFC 5322 compliant. There are multiple Subject headers.",
    "policy",
    "sisimai reason/notcompliantrfc",
  ],
  [
    "552-5.7.0 This message was blocked because its content presents a potential security issue.",
    "policy",
    "zone-mta bounces.txt",
  ],
  [
    "552-5.3.4 Your message exceeded Google's message size limits. Please visit https://support.google.com/mail/?p=MaxSizeError",
    "policy",
    "support.google.com/a/answer/3726730",
  ],
];

const MICROSOFT: readonly ServerReply[] = [
  [
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient person@example.com not found by SMTP address lookup",
    "hard",
    "sisimai/rb-sisimai#91",
  ],
  ["550 5.1.1 RESOLVER.ADR.RecipNotFound; not found", "hard", "mautic/mautic#2835"],
  [
    "550 5.4.1 [person@example.com]: Recipient address rejected: Access denied. AS(201806281) [DB5EUR01FT031.eop-EUR01.prod.protection.outlook.com]",
    "hard",
    "zone-mta bounces.txt",
  ],
  [
    "#5.0.0 smtp; 550 5.4.1 [person@example.com]: Recipient address rejected: Access denied [AM5EUR02FT019.eop-EUR02.prod.protection.outlook.com]",
    "hard",
    "sisimai/p5-sisimai#312",
  ],
  [
    "550 5.4.1 All recipient addresses rejected : Access denied AS(201806271)",
    "hard",
    "learn.microsoft.com, NDR codes",
  ],
  ["550 5.5.0 Requested action not taken: mailbox unavailable", "hard", "sitepackage.de (Hotmail)"],
  ["550 Requested action not taken: mailbox unavailable", "hard", "sitepackage.de (Hotmail)"],
  [
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
    "policy",
    "mautic/mautic#9222",
  ],
  [
    "550 Mailbox unavailable. The server response was: 550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
    "policy",
    "mautic/mautic#9222",
  ],
  [
    "550 SC-001 (BAY004-MC1F1) Unfortunately, messages from 192.0.2.1 weren't sent.",
    "policy",
    "zone-mta bounces.txt",
  ],
  [
    "550 5.7.606 Access denied, banned sending IP [192.0.2.1]. To request removal from this list please visit https://sender.office.com/ (AS16012609)",
    "policy",
    "zone-mta bounces.txt",
  ],
  [
    "550 5.7.511 Access denied, banned sender[192.0.2.1]. To request removal from this list please forward this message to delist@messaging.microsoft.com.",
    "policy",
    "zone-mta bounces.txt",
  ],
  ["550 5.7.1 RESOLVER.RST.AuthRequired; authentication required", "policy", "sisimai reason/securityerror"],
  [
    "550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient",
    "policy",
    "sisimai reason/emailtoolarge",
  ],
  [
    "530 5.7.57 SMTP; Client was not authenticated to send anonymous mail during MAIL FROM",
    "policy",
    "learn.microsoft.com, NDR codes",
  ],
  ["554 5.4.14 Hop count exceeded - possible mail loop ATTR34", "policy", "learn.microsoft.com, NDR codes"],
  [
    "451 4.7.650 The mail server [192.0.2.2] has been temporarily rate limited due to IP reputation.",
    "policy",
    "sisimai reason/badreputation",
  ],
  ["432 4.3.2 STOREDRV.Deliver; recipient thread limit exceeded", "soft", "learn.microsoft.com, NDR codes"],
  [
    "550 5.2.2 STOREDRV.Deliver; mailbox full. The recipient's mailbox size limit exceeded",
    "soft",
    "learn.microsoft.com, NDR codes",
  ],
  [
    "550 4.4.7 QUEUE.Expired; message expired in unreachable destination queue",
    "soft",
    "learn.microsoft.com, NDR codes",
  ],
];

const YAHOO_AND_APPLE: readonly ServerReply[] = [
  [
    "554 delivery error: dd This user doesn't have a yahoo.com account (person@yahoo.com) [-5] - mta4490.mail.gq1.yahoo.com",
    "hard",
    "sisimai reason/userunknown",
  ],
  [
    "554 delivery error: dd Sorry, your message to person@yahoo.com cannot be delivered. This mailbox is disabled (554.30). - mta4490.mail.gq1.yahoo.com",
    "hard",
    "sisimai/p5-sisimai#312",
  ],
  [
    "554 delivery error: dd Sorry your message to person@yahoo.de cannot be delivered. This account has been disabled or discontinued [#102].",
    "hard",
    "sitepackage.de (Yahoo)",
  ],
  ["554 delivery error: dd person@yahoo.com is no longer valid.", "hard", "sisimai rhost/yahooinc"],
  ["552 1 Requested mail action aborted, mailbox not found", "hard", "sisimai rhost/yahooinc"],
  ["550 MAILBOX NOT FOUND", "hard", "sitepackage.de (AOL)"],
  ["450 User is receiving mail too quickly", "soft", "sisimai rhost/yahooinc"],
  [
    "421 4.7.0 [TSS04] Messages from 192.0.2.25 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes",
    "policy",
    "sisimai rhost/yahooinc",
  ],
  [
    "553 5.7.2 [TSS09] All messages from 192.0.2.25 will be permanently deferred; Retrying will NOT succeed.",
    "policy",
    "sisimai rhost/yahooinc",
  ],
  [
    "553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.25, because the ip is in Spamhaus's list; see https://help.yahoo.com/kb/postmaster/SLN5070.html",
    "policy",
    "zone-mta bounces.txt",
  ],
  [
    "554 Message not allowed - [PH01] Email not accepted for policy reasons. Please visit https://postmaster.yahooinc.com/error-codes",
    "policy",
    "sisimai rhost/yahooinc",
  ],
  ["550 relaying denied for <person@yahoo.com>", "policy", "sisimai rhost/yahooinc"],
  ["554- (RTR:BL) https://postmaster.info.aol.com/errors/554rtrbl.html", "policy", "zone-mta bounces.txt"],
  ["550 5.1.1 <person@icloud.com>: inactive email address", "hard", "sisimai rhost/apple"],
  ["550 5.1.1 unknown or illegal alias: person@icloud.com", "hard", "sisimai rhost/apple"],
  ["550 5.1.6 recipient no longer on server: person@icloud.com", "hard", "sisimai rhost/apple"],
  ["552 5.2.2 <person@icloud.com>: user is over quota", "soft", "sisimai rhost/apple"],
  [
    "421 4.7.1 Messages to person@icloud.com deferred due to excessive volume. Try again later - https://support.apple.com/en-us/HT204137",
    "soft",
    "sisimai rhost/apple",
  ],
  [
    "550 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137",
    "policy",
    "sisimai rhost/apple",
  ],
  [
    "550 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.1",
    "policy",
    "sisimai rhost/apple",
  ],
  [
    "554 5.7.1 [HME1] This message was blocked for failing both SPF and DKIM authentication checks.",
    "policy",
    "sisimai rhost/apple",
  ],
  [
    "450 4.1.8 <sender@example.org>: Sender address rejected: Domain not found",
    "policy",
    "sisimai rhost/apple",
  ],
];

const EUROPEAN: readonly ServerReply[] = [
  ["550 5.1.1 <person@gmx.net>... User is unknown", "hard", "sitepackage.de (GMX)"],
  ["550 5.2.1 <person@gmx.net>... User is inactive", "hard", "sitepackage.de (GMX)"],
  [
    "550 <person@gmx.net>: Requested action not taken: mailbox unavailable",
    "hard",
    "smtp.codes/unitedinternet",
  ],
  [
    "550 <person@gmx.net>: Reject due to SPF policy. The originating IP of the message is not permitted by the domain owner",
    "policy",
    "smtp.codes/unitedinternet",
  ],
  [
    "554 gmx.net (mxgmx012) Nemesis ESMTP Service not available No SMTP service IP address is black listed.",
    "policy",
    "zone-mta bounces.txt",
  ],
  ["550 Benutzer nicht bekannt/User unknown", "hard", "sitepackage.de (Web.de)"],
  ["550 Unknown local part person in <person@web.de>", "hard", "sitepackage.de (Web.de)"],
  [
    "550 Benutzer hat das Speichervolumen ueberschritten. / User has exhausted allowed storage space.",
    "soft",
    "sitepackage.de (Web.de)",
  ],
  [
    "550 Benutzer hat zuviele Mails auf dem Server. / User has too many messages on the server.",
    "soft",
    "sitepackage.de (Web.de)",
  ],
  ["450 Reject due to policy violations.", "policy", "comservice-ffo.de"],
  ["421 Rate limit reached. Please try again later", "soft", "comservice-ffo.de"],
  ["571 5.7.1 message classified as spam (Nachricht als Spam eingestuft)", "policy", "bytecamp.net"],
  ["422 4.2.2 Quota limit exceeded (Speicherplatz des Kontos ueberschritten)", "soft", "bytecamp.net"],
  ["552 5.2.2 Over STORAGE quota", "soft", "sitepackage.de (T-Online)"],
  [
    "554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.) (BL)",
    "policy",
    "zone-mta bounces.txt",
  ],
  ["550 unrouteable address", "hard", "sitepackage.de (Freenet)"],
  ["550 5.2.0 Mail rejete. Mail rejected. ofr_506 [506]", "policy", "doc.gadz.org (Orange)"],
  ["550 spam detected", "policy", "doc.gadz.org (Free)"],
  [
    "550 5.5.0 Service refuse. Veuillez essayer plus tard. service refused, please try later. LPN007_510",
    "soft",
    "doc.gadz.org (La Poste)",
  ],
  [
    "550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]",
    "hard",
    "sisimai reason/userunknown (Orange)",
  ],
  ["550 5.7.1 Message content rejected", "policy", "doc.gadz.org (SFR)"],
  ["550 nessun utente simile in questo indirizzo", "hard", "sisimai reason/userunknown"],
  ["550 no existe dicha persona", "hard", "sisimai reason/userunknown"],
  ["550 utilisateur inconnu !", "hard", "sisimai reason/userunknown"],
  [
    "Ihre Nachricht wurde nicht zugestellt, weil die Adresse nicht gefunden wurde oder keine E-Mails empfangen kann.",
    "hard",
    "sisimai reason/userunknown",
  ],
  ["550 5.1.1 <person@ovh.net>: Recipient address rejected: User unknown", "hard", "postfix wording, at OVH"],
];

const RUSSIAN_AND_ASIAN: readonly ServerReply[] = [
  [
    "550 spam message rejected. Please visit http://help.mail.ru/notspam-support",
    "policy",
    "zone-mta bounces.txt",
  ],
  [
    "550 Message was not accepted -- invalid mailbox. Local mailbox person@mail.ru is unavailable: user not found",
    "hard",
    "Mail.ru, public bounce parsers",
  ],
  [
    "550 Message was not accepted -- invalid mailbox. Local mailbox person@mail.ru is unavailable: user is terminated",
    "hard",
    "Mail.ru, sisimai reason/suspend",
  ],
  ["550 5.7.1 No such user!", "hard", "Yandex, Postfix logs in public issues"],
  ["Message rejected under suspicion of SPAM", "policy", "yandex.com/support/mail/bounces"],
  [
    "451 4.7.1 Sorry, the service is currently unavailable. Please come back later.",
    "soft",
    "zone-mta bounces.txt",
  ],
  [
    "550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000728",
    "hard",
    "smtp.codes/qq",
  ],
  ["该用户不存在", "hard", "qqmailbox.com"],
  ["收件人空间不足", "soft", "qqmailbox.com"],
  [
    "550 Mail content denied. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000726",
    "policy",
    "smtp.codes/qq",
  ],
  ["550 Suspected spam sender.", "policy", "smtp.codes/qq"],
  [
    "550 Sender frequency limited. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000723",
    "policy",
    "smtp.codes/qq",
  ],
  ["550 Mail is rejected by recipients", "policy", "smtp.codes/qq"],
  ["550 Mailbox unavailable or access denied", "policy", "smtp.codes/qq"],
  ["550 User not found: person@163.com", "hard", "dbmailserver.com"],
  ["550 User suspended", "hard", "sisimai reason/suspend (163)"],
  ["550 5.1.1 User does not exist - <person@zoho.com>", "hard", "sisimai rhost/zoho"],
  ["554 5.7.1 Email cannot be delivered. Reason: Email flagged as Spam.", "policy", "sisimai rhost/zoho"],
  ["554 5.7.7 Email policy violation detected", "policy", "sisimai rhost/zoho"],
  ["451 4.7.1 Greylisted, try again after some time", "soft", "sisimai rhost/zoho"],
];

const FILTERS: readonly ServerReply[] = [
  [
    "550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550",
    "hard",
    "bounce-classifier test.js",
  ],
  [
    "550 csi.mimecast.org Poor Reputation Sender. - https://community.mimecast.com/docs/DOC-1369#550 [vH7Ns8biNg-p6EfZ0QaVMQ.us149]",
    "policy",
    "zone-mta bounces.txt",
  ],
  [
    "550 Administrative prohibition - envelope blocked - https://community.mimecast.com/docs/DOC-1369#550",
    "policy",
    "sisimai rhost/mimecast",
  ],
  [
    "550 Rejected by header based Anti-Spoofing policy: person@example.com",
    "policy",
    "sisimai rhost/mimecast",
  ],
  ["451 Internal resources are temporarily unavailable", "soft", "sisimai rhost/mimecast"],
  ["554 Maximum email size exceeded", "policy", "sisimai rhost/mimecast"],
  ["554 Mail loop detected", "policy", "sisimai rhost/mimecast"],
  ["554 Host network not allowed", "policy", "sisimai rhost/mimecast"],
  [
    "521 5.7.1 Service unavailable; client [192.0.2.1] blocked using prs.proofpoint.com",
    "policy",
    "bounce-classifier test.js",
  ],
  [
    "550 cuda_nsu 5.1.1 <person@example.com> Recipient address rejected: User unknown",
    "hard",
    "smtp.codes/550 (Barracuda)",
  ],
  [
    "550 permanent failure for one or more recipients (person@example.com:blocked)",
    "policy",
    "zone-mta bounces.txt (Barracuda)",
  ],
  ["550 5.1.1 User unknown. Protected by Barracuda Networks", "hard", "bounce-classifier test.js"],
  ["550 5.1.1 User unknown, see our blocklist policy", "hard", "bounce-classifier test.js"],
  ["550 No such user - psmtp", "hard", "bounce-classifier test.js (Postini)"],
  [
    "5.1.0 - Unknown address error 550-'5.1.1 Mailbox <person@example.com> does not exist' (delivery attempts: 0)",
    "hard",
    "sisimai/p5-sisimai#409 (IronPort)",
  ],
  [
    "5.1.0 - Unknown address error 550-'Your IP 192.0.2.1 is blacklisted' (delivery attempts: 0)",
    "policy",
    "IronPort form of a zone-mta reply",
  ],
  ["550 #5.1.0 Address rejected.", "hard", "dbmailserver.com (IronPort)"],
  [
    "550 #5.7.1 Your access to submit messages to this e-mail system has been rejected.",
    "policy",
    "zone-mta bounces.txt (IronPort)",
  ],
  [
    "554-mx.example.com Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
    "policy",
    "zone-mta bounces.txt (IronPort)",
  ],
  ["554 rejected due to virus", "policy", "zone-mta bounces.txt"],
  [
    "550 5.7.9 The message was rejected because it contains prohibited virus or spam content",
    "policy",
    "sisimai reason/virusdetected",
  ],
  [
    "554 email rejected due to security policies - MCSpamSignature.sa.2.2",
    "policy",
    "sisimai reason/policyviolation",
  ],
  ["550 Malware found in attachment", "policy", "bounce-classifier test.js"],
  ["550 Connections from your country are not allowed", "policy", "bounce-classifier test.js"],
];

const BLOCK_LISTS: readonly ServerReply[] = [
  ["550 your host is listed in an RBL", "policy", "form of a bounce-classifier reply"],
  [
    '550-"JunkMail rejected - mail.example.org [192.0.2.1]:39153 is in an RBL on csi.cloudmark.com/reset-request/?ip=192.0.2.1 , see Poor Reputation Sender"',
    "policy",
    "zone-mta bounces.txt",
  ],
  [
    "550 5.2.1 Mailbox unavailable. Your IP address 192.0.2.1 is blacklisted using SPAMHAUS-XBL. Details: https://www.spamhaus.org/query/ip/192.0.2.1.",
    "policy",
    "zone-mta bounces.txt",
  ],
  ["550 https://www.spamhaus.org/query/ip/192.0.2.1", "policy", "zone-mta bounces.txt"],
  [
    "554 5.7.1 <person@example.com>: Recipient address rejected: https://www.spamhaus.org/query/ip/192.0.2.1",
    "policy",
    "zone-mta bounces.txt",
  ],
  ["550 192.0.2.1 listed at spamhaus, see http://www.spamhaus.org", "policy", "zone-mta bounces.txt"],
  [
    "454 4.7.1 Service unavailable; Client host [192.0.2.1] blocked using dnsbl.sorbs.net; Currently Sending Spam See: http://www.sorbs.net/lookup.shtml?192.0.2.1",
    "policy",
    "zone-mta bounces.txt",
  ],
  ["550 Rejected 192.0.2.1 found in dnsbl.sorbs.net", "policy", "zone-mta bounces.txt"],
  [
    "551 Server access forbidden by your IP 192.0.2.2 websites spamcop.net, mailspike.net for removal",
    "policy",
    "sisimai reason/blocked",
  ],
  [
    "554 Service unavailable; Client host [192.0.2.1] blocked using bl.spamcop.net",
    "policy",
    "postfix, reject_rbl_client",
  ],
  [
    "550 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using dnsbl-1.uceprotect.net",
    "policy",
    "postfix, reject_rbl_client",
  ],
  ["554 Client host [192.0.2.1] blocked using b.barracudacentral.org", "policy", "bounce-classifier test.js"],
  [
    "550 The sending IP (192.0.2.1) is listed on https://spamrl.com/. Please resolve this and retry.",
    "policy",
    "zone-mta bounces.txt",
  ],
  ["550 Rejected: 192.0.2.1 is listed at work.drbl.example.net", "policy", "zone-mta bounces.txt"],
  [
    "554 resimta-po-11v.sys.comcast.net 192.0.2.1 found on one or more DNSBLs, see http://postmaster.comcast.net/smtp-error-codes.php#BL000010",
    "policy",
    "zone-mta bounces.txt",
  ],
  [
    "553 5.3.0 flph825 DNSBL:ATTRBL 521< 192.0.2.1 >_is_blocked.For assistance forward this email to abuse@example.com",
    "policy",
    "zone-mta bounces.txt (AT&T)",
  ],
  [
    "554 5.5.4 Your IP 192.0.2.1 address has a bad reputation. To unblock visit http://cloud-security.net/unblock",
    "policy",
    "zone-mta bounces.txt",
  ],
  [
    "550 Connections from mx.example.org (192.0.2.2) are being rejected due to a poor email reputation score.",
    "policy",
    "sisimai reason/badreputation",
  ],
  [
    "Remote host said: 554 INVALID IP FOR SENDING MAIL OF DOMAIN amazonses.com [RCPT_TO]",
    "policy",
    "sisimai reason/blocked",
  ],
  ["550 Your domain has been blacklisted", "policy", "bounce-classifier test.js"],
  [
    "421 4.7.1 Service unavailable; Client host [192.0.2.1] blocked using grey.rbl - Greylisting in action, please try again later",
    "soft",
    "zone-mta bounces.txt",
  ],
];

const SERVER_PROGRAMS: readonly ServerReply[] = [
  [
    "550 5.1.1 <person@example.com>: Recipient address rejected: User unknown in local recipient table",
    "hard",
    "postfix, local_recipient_maps",
  ],
  [
    "550 5.1.1 <person@example.com>: Recipient address rejected: User unknown in virtual mailbox table (see https://example.com/anti-spam/blocked)",
    "hard",
    "postfix, virtual_mailbox_maps",
  ],
  [
    "Host or domain name not found. Name service error for name=example.invalid type=AAAA: Host not found",
    "hard",
    "postfix, smtp client",
  ],
  [
    "Host or domain name not found. Name service error for name=example.com type=MX: Host not found, try again",
    "soft",
    "postfix, smtp client",
  ],
  ["554 5.7.1 <person@example.com>: Relay access denied", "policy", "postfix, reject_unauth_destination"],
  [
    "450 4.2.0 <person@example.com>: Recipient address rejected: Greylisted",
    "soft",
    "bytecamp.net (postfix)",
  ],
  ["450 4.7.1 Client host rejected: cannot find your reverse hostname", "policy", "bytecamp.net (postfix)"],
  [
    "552 5.2.3 Message size exceeds fixed maximum message size (10485760)",
    "policy",
    "sisimai reason/emailtoolarge",
  ],
  ["552 Error: message too large", "policy", "sitepackage.de"],
  ["connect to mx.example.com[192.0.2.1]:25: Connection timed out", "soft", "postfix, smtp client"],
  ["mx.example.com[192.0.2.2]:25: No route to host", "soft", "sisimai reason/networkerror"],
  ["mail for example.com loops back to myself", "policy", "sisimai reason/systemerror"],
  [
    "550-Verification failed for <sender@example.org>\n550-No Such User Here\n550 Sender verify failed",
    "policy",
    "exim, verify = sender",
  ],
  ["550 No such user here", "hard", "exim, cPanel"],
  ["host mx1.spamexperts.example[192.0.2.1] said: 550 No such user here", "hard", "form of a postfix bounce"],
  [
    "SMTP error from remote mail server after RCPT TO:<person@yandex.ru>: host mx.anti-spam.example [192.0.2.1]: 550 5.7.1 No such user!",
    "hard",
    "form of an exim bounce",
  ],
  ["550 relay not permitted", "policy", "exim"],
  ["retry timeout exceeded", "soft", "exim"],
  ["Sorry, no mailbox here by that name. (#5.1.1)", "hard", "qmail"],
  ["Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)", "soft", "qmail"],
  ["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", "policy", "qmail"],
  ["550 sorry, your envelope sender is in my badmailfrom list (#5.7.1)", "policy", "qmail"],
  ["550 5.1.1 User person@example.com not listed in Domino Directory", "hard", "sitepackage.de (Domino)"],
  ["User person (person@example.com) not listed in Domino Directory", "hard", "sitepackage.de (Domino)"],
  [
    "550 5.1.2 <person@example.com>... Host unknown (Name server: .: host not found)",
    "hard",
    "sisimai reason/notaccept (sendmail)",
  ],
  ["554 5.4.6 Too many hops", "policy", "sisimai reason/networkerror (sendmail)"],
  ["556 5.1.10 <person@example.com>: Domain does not accept mail (nullMX)", "hard", "RFC 7505"],
  ["500 5.0.0 Depot returns error: <552 5.2.2 Over quota>", "soft", "sitepackage.de"],
  ["452 Insufficient disk space; try again later", "soft", "sisimai reason/mailboxfull"],
  ["550 5.0.0 Mail system full", "soft", "sisimai reason/systemfull"],
  ["421 Too many connections", "soft", "sisimai reason/ratelimited"],
  [
    "550 5.1.1 <person@example.com> - 192.0.2.0 has sent to too many recipients this hour. IB607 <http://x.co/rlbounce>",
    "soft",
    "sisimai/p5-sisimai#236 (GoDaddy)",
  ],
  ["550 Too many invalid recipients", "policy", "zone-mta bounces.txt"],
  [
    "550 5.1.0 192.0.2.222 is not allowed to send from <example.net> per it's SPF Record",
    "policy",
    "sisimai reason/authfailure",
  ],
  ["550 5.1.8 Domain of sender address example.org does not exist", "policy", "sisimai reason/rejected"],
  [
    "550 5.7.25 [192.0.2.25] The IP address sending this message does not have a PTR record setup",
    "policy",
    "sisimai reason/requireptr",
  ],
  ["538 5.7.10 STARTTLS is required to send mail", "policy", "sisimai reason/failedstarttls"],
  ["550 5.2.1 <PERSON@PRODIGY.NET>... Addressee unknown, relay=[192.0.2.1]", "hard", "smtp.codes/550 (AT&T)"],
  ["550 5.2.1 person@hot.ee is expired account", "hard", "zone-mta bounces.txt"],
  ["554 5.2.1 Inactive user", "hard", "zone-mta bounces.txt"],
  [
    "550 5.1.6 address old@example.com has been replaced by new@example.com",
    "hard",
    "sisimai reason/hasmoved",
  ],
  [
    "554 Refused. Your reverse DNS entry contains your IP address and a country code.",
    "policy",
    "sitepackage.de (Compuserve)",
  ],
  ["550 This mailbox is disabled and not accepting messages", "hard", "bounce-classifier test.js"],
  ['#5.0.0 smtp; 550 "Unknown User"', "hard", "sisimai/p5-sisimai#312"],
];

const SERVICES: readonly ServerReply[] = [
  ["5.4.4 smtp; 550 5.4.4 Invalid domain", "hard", "knadh/listmonk#1463 (SES)"],
  ["550,550 No user found", "hard", "zone-eu/zone-mta#324"],
  ["No MX for example.com", "hard", "mailgun, bounces"],
  [
    "5.1.1 Amazon SES did not send the message to this address because it is on the suppression list for your account.",
    null,
    "mozilla/fx-private-relay#3404 (SES)",
  ],
  ["Not delivering to previously bounced address", null, "mailgun, events"],
  ["5.3.0 smtp; 550 denied", null, "AI-Shipping-Labs/website#827 (SES)"],
  [
    "4.4.7 smtp; 550 4.4.7 Message expired: unable to deliver in 840 minutes.<421 4.4.0 Unable to lookup DNS for example.com>",
    "soft",
    "SES",
  ],
];

const NOTHING_SAID: readonly ServerReply[] = [
  ["550", null, "basic code only"],
  ["5.0.0", null, "RFC 3463: other undefined status"],
  ["5.5.0", null, "RFC 3463: other protocol status"],
  ["5.0.0 smtp; 550 Transaction failed", null, "RFC 5321"],
  ["554 Transaction failed", null, "RFC 5321"],
  ["556 SMTP protocol returned a permanent error", null, "sisimai reason/notaccept"],
  ["550 Protocol violation", null, "sitepackage.de"],
  ["rejected by 10.5.1.1", null, "an IP address, not a code"],
  ["550 IP 5.7.1.100 is blacklisted", "policy", "bounce-classifier test.js: an IP address, not a code"],
  ["550 Exim 4.94.2 ready", null, "a version, not a code"],
  ["", null, "empty"],
];

export const SERVER_REPLIES: readonly ServerReply[] = [
  ...OTHERS,
  ...GMAIL,
  ...MICROSOFT,
  ...YAHOO_AND_APPLE,
  ...EUROPEAN,
  ...RUSSIAN_AND_ASIAN,
  ...FILTERS,
  ...BLOCK_LISTS,
  ...SERVER_PROGRAMS,
  ...SERVICES,
  ...NOTHING_SAID,
];
