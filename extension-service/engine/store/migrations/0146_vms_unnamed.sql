-- +goose Up
-- Messages without an id of their own were named by a part of the hash of what they say, which tells whoever guesses that right
-- that it is so.
UPDATE vms_messages
   SET message_id = 'unnamed-' || id
 WHERE direction = 'inbound'
   AND digest <> ''
   AND substr(message_id, 1, 17) = substr(digest, 1, 16) || '-';
