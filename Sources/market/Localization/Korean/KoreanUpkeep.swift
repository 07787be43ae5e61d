import Console

extension Korean {
  /// Backups, and the repair of a store.
  static let upkeep: Language.Table = [
    "%1 findings cannot be rebuilt": "%1건은 다시 만들 수 없습니다",
    "1 finding cannot be rebuilt": "1건은 다시 만들 수 없습니다",
    "Backed up to '%1'": "'%1' 파일에 백업했습니다",
    "Backed up to '%1' and read back: %2, %3": "'%1' 파일에 백업하고 다시 읽어 확인했습니다: %2, %3",
    "Backed up, but older backups could not be removed: %1":
      "백업은 완료했지만 오래된 백업을 삭제할 수 없습니다: %1",
    "Check the permissions of the folder": "폴더의 권한을 확인하세요",
    "Copies the store, also one that is being served, as it is at one moment, and reads the copy back: that the file is sound, and that its ledger adds up. Writers wait while it is copied; those of a PostgreSQL database do not, and its backup is a file, too. An existing file is never replaced, and nothing is left of a backup that fails. Do not copy a store that is in use with 'cp': the copy is damaged. To restore a backup, stop the server and put the file in the place of the store; to a database, 'market copy' it.\nWith '--to' the file is market-YYYYMMDDTHHMMSSZ.db in a folder, after the moment in UTC. '--keep' then removes the oldest backups beyond that many, once the new one is complete. Only files with such names count and are removed.":
      "서버에서 사용 중인 저장소도 한 시점의 상태 그대로 복사하고, 사본을 다시 읽어 파일이 온전하고 장부가 맞는지 확인합니다. 복사하는 동안 파일에 쓰는 명령은 기다리고 PostgreSQL 데이터베이스에 쓰는 명령은 기다리지 않습니다. 데이터베이스의 백업도 파일입니다. 기존 파일은 바꾸지 않으며, 실패한 백업은 남기지 않습니다. 사용 중인 저장소를 'cp'로 복사하지 마세요. 사본이 손상됩니다. 백업을 복원하려면 서버를 멈추고 파일을 저장소 자리에 놓으세요. 데이터베이스에는 'market copy'로 복사하세요.\n'--to'를 사용하면 폴더에 UTC 시각을 이름으로 한 market-YYYYMMDDTHHMMSSZ.db 파일을 만듭니다. '--keep'을 함께 지정하면 새 백업이 완성된 뒤 그 개수를 넘는 가장 오래된 백업을 삭제합니다. 이 형식의 이름을 가진 파일만 세고 삭제합니다.",
    "Create the folder, or pass another one with '--to'": "폴더를 만들거나 '--to'로 다른 폴더를 지정하세요",
    "Damaged values in derived tables: %1": "파생 테이블의 손상된 값: %1건",
    "Dry run, no backup made.": "모의 실행이며 백업하지 않았습니다.",
    "Dry run, nothing changed. Would rebuild:": "모의 실행이며 변경하지 않았습니다. 다시 만들 항목:",
    "Each day: keep the backups of a week.": "매일 실행하여 일주일 치 백업을 보관합니다.",
    "Item %1: that it was sold in several currencies in %2 is not noted":
      "%1번 상품: %2에 여러 통화로 판매된 사실이 기록되어 있지 않습니다",
    "Left:": "남은 문제:",
    "Marks of verified purchases: %1": "구매 확인 표시: %1건",
    "Numbers of movements: %1": "재고 기록의 집계: %1건",
    "Ratings: %1": "별점: %1건",
    "Reads the whole store: that the file is sound, that the stock of each item is the sum of its movements, and that totals are those of the sales, ratings those of the reviews, SKUs those of the item's seller, and numbers of images those of the items. Nothing is changed. Where something is wrong, each finding is a line, and the exit code is 1.\nWith '--repair' the findings are shown first, then what is rebuilt: totals of sales, numbers of movements, ratings, numbers of images, and the search index. Then the store is checked again: the exit code is 7 where something is left that only a backup can bring back. It works beside a server, in short transactions; the search index of a file is rebuilt in one where it is damaged as a whole, and writers wait for it.":
      "저장소 전체를 읽어 파일에 이상이 없는지, 각 상품의 재고가 재고 기록의 합계와 같은지, 집계가 판매 기록과, 별점이 리뷰와, 상품 코드의 판매자가 상품의 판매자와, 사진 수가 실제 사진과 같은지 확인합니다. 변경하는 것은 없습니다. 문제가 있으면 한 줄에 하나씩 출력하고 종료 코드는 1입니다.\n'--repair'를 지정하면 문제를 먼저 표시하고 다시 만들 항목을 알려 줍니다. 판매 집계, 재고 기록의 집계, 별점, 사진 수, 검색 색인을 다시 만듭니다. 그런 다음 저장소를 다시 확인하며, 백업으로만 복구할 수 있는 문제가 남으면 종료 코드 7로 끝납니다. 서버가 실행 중이어도 짧은 트랜잭션으로 나누어 진행합니다. 단, 파일의 검색 색인 전체가 손상되었으면 한 번에 다시 만들며 그동안 쓰기는 기다립니다.",
    "Rebuild this?": "다시 만들까요?",
    "rebuild what is wrong": "잘못된 항목을 복구",
    "Rebuild what is wrong and can be computed again.":
      "잘못된 항목 가운데 다시 계산할 수 있는 것을 다시 만듭니다.",
    "Rebuilding": "다시 만드는 중",
    "Rebuilt marks of verified purchases": "구매 확인 표시를 다시 만들었습니다",
    "Rebuilt numbers of movements": "재고 기록의 집계를 다시 만들었습니다",
    "Rebuilt ratings": "별점을 다시 만들었습니다",
    "Rebuilt rows with damaged values": "값이 손상된 행을 다시 만들었습니다",
    "Rebuilt the search index": "검색 색인을 다시 만들었습니다",
    "Rebuilt totals of sales": "판매 집계를 다시 만들었습니다",
    "Rebuilt totals of vendors": "판매자 집계를 다시 만들었습니다",
    "Remove the oldest backups in the folder beyond this many.":
      "폴더의 백업이 이 개수를 넘으면 가장 오래된 것부터 삭제합니다.",
    "Removed '%1'": "삭제했습니다: '%1'",
    "Restore a backup that 'market check' finds sound, or copy what is left with 'market export'":
      "'market check'에서 이상이 없는 백업을 복원하거나, 남은 내용을 'market export'로 내보내세요",
    "Show what would be rebuilt.": "다시 만들 항목을 표시합니다.",
    "Texts of the search index: %1": "검색 색인의 본문: %1건",
    "The process that decodes images can open files here: this system has no seccomp filters":
      "사진을 디코딩하는 프로세스가 이 시스템에서는 파일을 열 수 있습니다. seccomp 필터를 지원하지 않는 시스템입니다",
    "The search index": "검색 색인",
    "Totals of sales: %1": "판매 집계: %1건",
    "Totals of vendors: %1": "판매자 집계: %1건",
    "What is wrong cannot be rebuilt": "잘못된 항목을 다시 만들 수 없습니다",
    "Would rebuild:": "다시 만들 항목:",
    "Would remove '%1'": "삭제할 백업: '%1'",
    "Would write:": "만들 백업:",
    "Write a file with the time in its name to this folder.": "시각을 이름으로 한 파일을 이 폴더에 만듭니다.",
  ]
}
